import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sign } from '@octokit/webhooks-methods'
import { type HookSignature, setHookSignature } from '@posthorn/db'
import { openSecretBox } from '@posthorn/server'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startWorld, type WorldOptions } from '../support/world.js'

const body = JSON.stringify({ text: 'signed ✓' })
const wrongId = 'web.incoming_webhook.invalid_signature.app_error'

/** Starts a world whose hook verifies signatures with these secrets. */
async function startSigned(
  rule: Partial<HookSignature> & { scheme: string },
  secrets: string[],
  options: WorldOptions = {},
) {
  const world = await startWorld({ confirm: true, ...options })
  const sealing = openSecretBox(Buffer.alloc(32, 'key of the tests'))
  const { id } = await world.db.hook.findFirstOrThrow()
  const whole = { header: '', timestampHeader: '', toleranceSeconds: 300, required: true, ...rule }
  const signature = { ...whole, secretsSetAt: secrets.map((_, index) => index) }
  const sealed = secrets.map(secret => sealing.seal(secret, id) ?? '')
  const change = { signature, secrets: sealed }
  await setHookSignature(world.db, id, { change, before: [], nowMs: Date.now() })
  /** Returns the status, or the cause of a refusal by its message. */
  const send = async (
    headers: Record<string, string>,
    sent: string | Uint8Array<ArrayBuffer> = body,
    rest = '',
  ) => {
    const given = { method: 'POST', body: sent, headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(`${world.hookUrl}${rest}`, given)
    const text = await response.text()
    if (response.status < 400) return response.status
    const { id, detailed_error } = JSON.parse(text) as { id: string; detailed_error: string }
    return { status: response.status, id, detailed_error }
  }
  return { ...world, id, send }
}

const refusedAs = (detail: RegExp) => ({
  status: 401,
  id: wrongId,
  detailed_error: expect.stringMatching(detail),
})
const ofGithub = async (secret: string, text = body) => ({ 'x-hub-signature-256': await sign(secret, text) })

test('accepts what Octokit signs with either secret, and refuses what is missing, wrong or tampered with', async () => {
  const { send, messages, url } = await startSigned({ scheme: 'github' }, ['old secret', 'new secret'])
  expect(await send(await ofGithub('old secret'))).toBe(200)
  expect(await send(await ofGithub('new secret'))).toBe(200)
  expect(await send({})).toEqual(refusedAs(/x-hub-signature-256/))
  expect(await send(await ofGithub('no secret'))).toEqual(refusedAs(/is wrong/))
  expect(await send(await ofGithub('old secret'), `${body} `)).toEqual(refusedAs(/is wrong/))
  expect(await send({ 'x-hub-signature-256': '' })).toEqual(refusedAs(/is wrong/))
  expect(await send(await ofGithub('no secret'), 'not json')).toEqual(refusedAs(/is wrong/)) // before it is parsed
  const push = JSON.stringify({ action: 'nothing' })
  for (const path of [`${url}/hooks/${firstHookKey}/github`, `${url}/hooks/${firstHookKey}/slack`]) {
    const headers = { 'x-github-event': 'watch', 'x-hub-signature-256': await sign('no secret', push) }
    expect((await fetch(path, { method: 'POST', body: push, headers })).status).toBe(401)
  }
  expect(await messages()).toEqual(['signed ✓', 'signed ✓'])
})

test('accepts what the library of Standard Webhooks signs, for five minutes', async () => {
  const secret = `whsec_${Buffer.alloc(32, 'standard').toString('base64')}`
  const { send, messages } = await startSigned({ scheme: 'standard' }, [secret])
  const signed = (id: string, at: Date, key = secret) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  })
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const another = `whsec_${Buffer.alloc(32, 'other').toString('base64')}`
  const both = { ...signed('both', ago(0)) }
  both['webhook-signature'] =
    `${signed('both', ago(0), another)['webhook-signature']} ${both['webhook-signature']}`
  expect(await send(signed('now', ago(0)))).toBe(200)
  expect(await send(signed('late', ago(280)))).toBe(200)
  expect(await send(both)).toBe(200)
  expect(await send(signed('too late', ago(320)))).toEqual(refusedAs(/3[12]\d s off.*300 s/))
  expect(await send({ ...signed('now', ago(0)), 'webhook-id': 'another' })).toEqual(refusedAs(/wrong/))
  expect(await send(signed('other', ago(0), another))).toEqual(refusedAs(/wrong/))
  expect(await messages()).toHaveLength(3)
})

test('verifies the bytes of a body of 1 MiB, of no text, and without its gzip', async () => {
  const rule = { scheme: 'hmac', header: 'x-own' }
  const { send, messages } = await startSigned(rule, ['secret'], { bodyLimitBytes: 2 ** 21 })
  const signed = (bytes: string | Uint8Array) => ({
    'x-own': createHmac('sha256', 'secret').update(bytes).digest('hex').toUpperCase(),
  })
  const large = JSON.stringify({ text: 'x'.repeat(2 ** 20) })
  expect(await send(signed(large), large)).toBe(200)
  expect(await send(signed(large), large.replace('x', 'y'))).toEqual(refusedAs(/wrong/))
  const noText = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  expect(await send(signed(noText), new Uint8Array(noText))).toMatchObject({ status: 400 })
  const zipped = new Uint8Array(gzipSync(body))
  const gzip = { 'content-encoding': 'gzip' }
  expect(await send({ ...signed(body), ...gzip }, zipped)).toBe(200)
  expect(await send({ ...signed(zipped), ...gzip }, zipped)).toEqual(refusedAs(/wrong/))
  expect(await send(signed(''), '', '?payload=%7B%22text%22%3A%22unsigned%22%7D')).toMatchObject({
    status: 400,
  })
  await eventually(async () => expect((await messages()).at(-1)).toBe('signed ✓'))
})

test('unless signatures are required, accepts calls without one, and no wrong one', async () => {
  const { send, messages } = await startSigned({ scheme: 'gitlab', required: false }, ['a token'])
  expect(await send({})).toBe(200)
  expect(await send({ 'x-gitlab-token': 'a token' })).toBe(200)
  expect(await send({ 'x-gitlab-token': 'a tokem' })).toEqual(refusedAs(/wrong/))
  expect(await messages()).toHaveLength(2)
})

test("reading, editing and deleting the hook's own posts need a signature, over the empty body if there is none", async () => {
  const { send, db, hookUrl, messages } = await startSigned({ scheme: 'github' }, ['secret'])
  expect(await send(await ofGithub('secret'))).toBe(200)
  const { id } = await db.post.findFirstOrThrow()
  const call = async (method: string, secret: string, text = '') => {
    const headers = {
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    }
    const options = { method, headers, ...(text && { body: text }) }
    return (await fetch(`${hookUrl}/posts/${id}`, options)).status
  }
  const edited = JSON.stringify({ text: 'edited' })
  for (const [method, text] of [['GET'], ['PATCH', edited], ['DELETE']] as const) {
    expect((await fetch(`${hookUrl}/posts/${id}`, { method, body: text ?? null })).status).toBe(401)
    expect([method, await call(method, 'wrong', text)]).toEqual([method, 401])
  }
  expect(await messages()).toEqual(['signed ✓'])
  expect([await call('GET', 'secret'), await call('PATCH', 'secret', edited)]).toEqual([200, 200])
  expect(await messages()).toEqual(['edited'])
  expect(await call('DELETE', 'secret')).toBe(200)
  expect(await messages()).toEqual([])
})

test('responds 503 to signed calls while a secret cannot be decrypted, and refuses calls without a signature', async () => {
  const secretBox = openSecretBox(Buffer.alloc(32, 'another key'))
  const { send } = await startSigned({ scheme: 'github' }, ['secret'], { secretBox })
  const unreadable = { status: 503, id: 'web.incoming_webhook.secrets_key.app_error' }
  expect(await send(await ofGithub('secret'))).toMatchObject(unreadable)
  expect(await send({})).toMatchObject({ status: 401 })
})

test('counts wrong signatures against the rate, and not calls from other addresses', async () => {
  const hookRate = { points: 2, seconds: 600 }
  const { send, db, anotherIngress } = await startSigned({ scheme: 'github' }, ['secret'], { hookRate })
  expect(await send({})).toMatchObject({ status: 401 })
  await db.hook.updateMany({ data: { allowFrom: ['192.0.2.0/24', '2001:db8::/32'] } })
  const { hookUrl } = await anotherIngress({ trustProxy: 1 })
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address, ...(await ofGithub('secret')) }
    const response = await fetch(hookUrl, { method: 'POST', body, headers })
    return { status: response.status, text: await response.text() }
  }
  for (const address of ['198.51.100.7', '2001:db9::1', '203.0.113.255, 198.51.100.1']) {
    const { status, text } = await from(address)
    expect([status, JSON.parse(text).id]).toEqual([403, 'web.incoming_webhook.address_not_allowed.app_error'])
    expect(JSON.parse(text).detailed_error).toContain(address.split(', ').at(-1))
  }
  expect(await from('192.0.2.77')).toEqual({ status: 200, text: 'ok' })
  expect((await from('::ffff:192.0.2.78')).status).toBe(429)
})

/** Sends a call with these lines as headers, and returns the status. */
function rawStatus(url: string, lines: string[]): Promise<string | undefined> {
  return new Promise(resolve => {
    const { port, hostname } = new URL(url)
    const length = `content-length: ${Buffer.byteLength(body)}`
    const head = [`POST /hooks/${firstHookKey} HTTP/1.1`, 'host: x', 'connection: close', length, ...lines]
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    let text = ''
    socket.on('data', piece => {
      text += piece
    })
    socket.on('close', () => resolve(text.split(' ')[1]))
    socket.on('error', () => resolve(text.split(' ')[1]))
  })
}

test('refuses signatures that are sent twice or are longer than a header may be', async () => {
  const { url, messages } = await startSigned({ scheme: 'github' }, ['secret'])
  const name = 'x-hub-signature-256'
  const statusOf = (...values: string[]) =>
    rawStatus(
      url,
      values.map(value => `${name}: ${value}`),
    )
  expect(await statusOf(`sha256=${'a'.repeat(64)}`, '')).toBe('401')
  expect(await statusOf(`sha256=${'a'.repeat(64)},`.repeat(100))).toBe('401')
  expect(await statusOf('a'.repeat(2 ** 20))).toBe('431')
  expect(await statusOf(await sign('secret', body), 'sha256=x')).toBe('200') // one that matches is enough
  expect(await messages()).toEqual(['signed ✓'])
})
