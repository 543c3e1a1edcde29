import { defaultBodyLimits } from '@posthorn/server'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { sendTo } from '../support/ingress.js'
import { openRawSocket, readToEnd, requestText, sendRaw } from '../support/raw-socket.js'
import { startWorld } from '../support/world.js'

const call = `POST /hooks/${firstHookKey}`
const inPieces = { 'Transfer-Encoding': 'chunked', Connection: 'close' }
const mebibyte = 1024 * 1024

async function startWith(limits: Partial<typeof defaultBodyLimits> = {}) {
  const world = await startWorld()
  const { url, hookUrl } = await world.anotherIngress({ bodies: { ...defaultBodyLimits, ...limits } })
  return { ...world, port: Number(new URL(url).port), hookUrl }
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const chunks = (text: string, length: number) =>
  (text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? []).map(chunk).join('') + chunk('')

test('limits the memory of unfinished bodies with 503, and serves others', async () => {
  const { port, hookUrl } = await startWith({ perOwnerBytes: 4 * mebibyte })
  const unfinished = 'x'.repeat(mebibyte - 1)
  const sockets = await Promise.all(Array.from({ length: 40 }, () => openRawSocket(port)))
  const answers: string[] = []
  for (const socket of sockets) {
    void readToEnd(socket).then(answer => answers.push(answer))
    socket.write(requestText(call, { 'Content-Length': String(mebibyte) }, unfinished))
  }
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(36)
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: \d/)
  expect((await sendTo(hookUrl, { text: 'small' })).status).toBe(200)
  expect(answers.length).toBe(36)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await sendTo(hookUrl, { text: 'x'.repeat(mebibyte / 2) })).status).toBe(200)
})

test('responds 408 to a body that does not arrive, and closes the connection', async () => {
  const { port } = await startWith({ patienceMs: 0, leastBytesPerSecond: 1 })
  const answer = await sendRaw(port, requestText(call, { 'Content-Length': '100' }, '{'))
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('web.incoming_webhook.too_slow.app_error')
})

test('rejects a body in tiny pieces, and reads one in pieces of any size unchanged', async () => {
  const { port, messages } = await startWith()
  const text = Array.from({ length: 300 }, () => 'Grüße 🙂').join(' ')
  const body = JSON.stringify({ text })
  const crumbs = await sendRaw(port, requestText(call, inPieces, chunks(body, 1)))
  expect(crumbs).toMatch(/^HTTP\/1.1 400 /)
  expect(crumbs).toContain('too many small pieces')
  for (const length of [100, 1000, 100_000]) {
    const taken = await sendRaw(port, requestText(call, inPieces, chunks(body, length)))
    expect(taken).toMatch(/^HTTP\/1.1 200 /)
  }
  await expect.poll(messages).toEqual([text, text, text])
})
