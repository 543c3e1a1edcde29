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
/** More than sockets hold, and what somebody sends who attaches a file. */
const sizes = [3_000_000, 30_000_000]

const bodyOf = (size: number) => JSON.stringify({ text: 'x'.repeat(size) })
const said = (status: number | undefined, error: unknown) => `${status} ${(error as { id: string }).id}`

async function byFetch(url: string, body: BodyInit) {
  const answer = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
  return said(answer.status, await answer.json())
}

/** Of a length that is told, or not. */
async function byHttp(url: string, body: string, headers: Record<string, string | number>) {
  const call = request(url, { method: 'POST', headers }).end(body)
  const [status, error] = await new Promise<[number | undefined, unknown]>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', async answer => resolve([answer.statusCode, await json(answer).catch(reject)]))
  })
  return said(status, error)
}

test('Node’s clients hear that a body is too large, however large, with its length told or not', async () => {
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

test('curl hears that a body is too large, whether it asks before or not, and sends nothing where it asks', async () => {
  const { hookUrl } = await startWorld({ workerLater: true })
  for (const size of sizes)
    for (const expects of ['Expect:', 'Expect: 100-continue'])
      for (const encoding of ['X-Length: told', 'Transfer-Encoding: chunked']) {
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
  running.stdin?.on('error', () => {}).end(body) // it reads no further once it has its answer
  return text(running.stdout as NonNullable<typeof running.stdout>)
}

test.skipIf(spawnSync('python3', ['--version']).error)(
  'Python’s clients hear that a body is too large, however large and in whatever pieces',
  async () => {
    const { hookUrl } = await startWorld({ workerLater: true })
    const { stdout } = await promisify(execFile)('python3', [program, hookUrl, ...sizes.map(String)])
    const heard = stdout.trim().split('\n')
    expect(heard).toEqual(heard.map(() => refused))
    expect(heard).toHaveLength(3 * sizes.length)
  },
)
