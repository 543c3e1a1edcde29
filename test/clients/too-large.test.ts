import { execFile, spawnSync } from 'node:child_process'
import { request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.js'
import { curl } from './curl.js'

const program = fileURLToPath(new URL('too-large.py', import.meta.url))
const refused = '413 web.incoming_webhook.too_large.app_error'
/** More than socket buffers hold, and the size of an attached file. */
const sizes = [3_000_000, 30_000_000]

const bodyOf = (size: number) => JSON.stringify({ text: 'x'.repeat(size) })
const summary = (status: number | undefined, error: unknown) => `${status} ${(error as { id: string }).id}`

async function byFetch(url: string, body: BodyInit) {
  const answer = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
  return summary(answer.status, await answer.json())
}

/** Sends a body with a known length, or chunked. */
async function byHttp(url: string, body: string, headers: Record<string, string | number>) {
  const call = request(url, { method: 'POST', headers }).end(body)
  const [status, error] = await new Promise<[number | undefined, unknown]>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', async answer => resolve([answer.statusCode, await json(answer).catch(reject)]))
  })
  return summary(status, error)
}

test("Node's clients read that a body is too large, whatever its size, with and without a declared length", async () => {
  const { hookUrl, url } = await startWorld({ workerLater: true })
  for (const size of sizes) {
    const body = bodyOf(size)
    expect(await byFetch(hookUrl, body)).toBe(refused)
    expect(await byFetch(hookUrl, new Blob([body]).stream())).toBe(refused)
    expect(await byHttp(hookUrl, body, { 'content-length': body.length })).toBe(refused)
    expect(await byHttp(hookUrl, body, { 'transfer-encoding': 'chunked' })).toBe(refused)
    const nowhere = byHttp(`${url}/hook/x`, body, { 'content-length': body.length })
    expect(await nowhere).toBe('404 api.context.404.app_error')
  }
})

test('curl reads that a body is too large, with and without Expect, and sends no body with it', async () => {
  const { hookUrl } = await startWorld({ workerLater: true })
  for (const size of sizes)
    for (const expects of ['Expect:', 'Expect: 100-continue'])
      for (const encoding of ['X-Length: declared', 'Transfer-Encoding: chunked']) {
        const printed = await sendByCurl(hookUrl, bodyOf(size), [expects, encoding])
        expect(printed).toContain(refused.split(' ')[1])
        const isInvited = printed.startsWith('HTTP/1.1 100 ')
        expect([expects, encoding, isInvited]).toEqual([
          expects,
          encoding,
          expects !== 'Expect:' && encoding.startsWith('T'),
        ])
      }
  const fine = await sendByCurl(hookUrl, bodyOf(10_000), ['Expect: 100-continue'])
  expect(fine).toMatch(/^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 200 /)
  const unknown = await curl('-H', 'Expect: 100-continue', '-d', '{}', `${hookUrl}x`)
  expect(unknown).toMatch(/^HTTP\/1\.1 400 /)
})

async function sendByCurl(url: string, body: string, headers: string[]): Promise<string> {
  const named = ['Content-Type: application/json', ...headers].flatMap(header => ['-H', header])
  const running = execFile('curl', ['-s', '-i', '--data-binary', '@-', ...named, url])
  running.stdin?.on('error', () => {}).end(body) // curl stops reading once it has the response
  return text(running.stdout as NonNullable<typeof running.stdout>)
}

test.skipIf(spawnSync('python3', ['--version']).error)(
  "Python's clients read that a body is too large, whatever its size and its chunks",
  async () => {
    const { hookUrl } = await startWorld({ workerLater: true })
    const { stdout } = await promisify(execFile)('python3', [program, hookUrl, ...sizes.map(String)])
    const statuses = stdout.trim().split('\n')
    expect(statuses).toEqual(statuses.map(() => refused))
    expect(statuses).toHaveLength(3 * sizes.length)
  },
)
