import { gzipSync } from 'node:zlib'
import { replaceKey } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { requestText, sendRaw } from '../support/raw-socket.js'
import { startWorld } from '../support/world.js'

const limitBytes = 2048

type Refused = { what: string; status: number; id: string; key?: string; body: string; type?: string }

const refused: Refused[] = [
  {
    what: 'an unknown key',
    status: 400,
    id: 'web.incoming_webhook.invalid.app_error',
    key: 'nobodyhasthiskeynobodyhas',
    body: '{"text":"x"}',
  },
  {
    what: 'an unknown key with an unreadable body',
    status: 400,
    id: 'web.incoming_webhook.invalid.app_error',
    key: 'nobody',
    body: 'not json',
  },
  { what: 'bad JSON', status: 400, id: 'web.incoming_webhook.parse.app_error', body: '{"text": ' },
  {
    what: 'a text that is a number',
    status: 400,
    id: 'web.incoming_webhook.parse.app_error',
    body: '{"text": 5}',
  },
  {
    what: 'a form without payload',
    status: 400,
    id: 'web.incoming_webhook.parse.app_error',
    body: 'text=x',
    type: 'application/x-www-form-urlencoded',
  },
  { what: 'no text', status: 400, id: 'web.incoming_webhook.text.app_error', body: '{}' },
  { what: 'no body at all', status: 400, id: 'web.incoming_webhook.parse.app_error', body: '' },
  {
    what: 'a body over the limit',
    status: 413,
    id: 'web.incoming_webhook.too_large.app_error',
    body: JSON.stringify({ text: 'x'.repeat(limitBytes) }),
  },
  {
    what: 'an over-long body, before the text is missed',
    status: 413,
    id: 'web.incoming_webhook.too_large.app_error',
    body: ' '.repeat(limitBytes + 1),
  },
]

test('rejects invalid calls with the error object, and stores nothing', async () => {
  const { url, hookUrl, db, redis, prefix } = await startWorld({
    bodyLimitBytes: limitBytes,
    workerLater: true,
  })
  for (const { what, status, id, key, body, type = 'application/json' } of refused) {
    const target = key === undefined ? hookUrl : `${url}/hooks/${key}`
    const answer = await fetch(target, { method: 'POST', body, headers: { 'content-type': type } })
    const error = (await answer.json()) as Record<string, unknown>
    expect({ what, status: answer.status, id: error.id }).toEqual({ what, status, id })
    expect(error).toMatchObject({ status_code: status, request_id: answer.headers.get('x-request-id') })
    expect(error.message).toBeTypeOf('string')
    expect(error.detailed_error).toBeTypeOf('string')
    expect(JSON.stringify(error)).not.toContain(target.split('/').at(-1))
  }
  expect(await db.delivery.count()).toBe(0)
  expect(await redis.llen(`${prefix}:deliveries:wait`)).toBe(0)
})

test('names the limit and the size of a body, and a missing length', async () => {
  const { hookUrl } = await startWorld({ bodyLimitBytes: limitBytes, workerLater: true })
  const detail = async (body: BodyInit, headers = {}) => {
    const answer = await fetch(hookUrl, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    return ((await answer.json()) as { detailed_error: string }).detailed_error
  }
  const limit = limitBytes.toLocaleString('en')
  const long = ' '.repeat(limitBytes + 1)
  const sent = (limitBytes + 1).toLocaleString('en')
  expect(await detail(long)).toBe(`The limit is ${limit} bytes. You sent ${sent} bytes.`)
  expect(await detail(new Blob([long]).stream())).toBe(`The limit is ${limit} bytes.`)
  expect(await detail(new Uint8Array(gzipSync(long)), { 'content-encoding': 'gzip' })).toBe(
    `The limit is ${limit} bytes after decompression.`,
  )
  expect(await detail('')).toBe('The body is empty.')
  const { port, pathname } = new URL(hookUrl)
  expect(await sendRaw(Number(port), requestText(`POST ${pathname}`, { Connection: 'close' }))).toContain(
    'The body is empty, because the request has neither Content-Length nor Transfer-Encoding.',
  )
})

test('explains a former key and a hook’s id in the error', async () => {
  const { db, url, hookUrl } = await startWorld()
  const { id } = await db.hook.findFirstOrThrow()
  const old = hookUrl.split('/').at(-1) ?? ''
  const detail = async (key: string) => {
    const answer = await fetch(`${url}/hooks/${key}`, { method: 'POST', body: '{"text":"x"}' })
    const error = (await answer.json()) as { id: string; detailed_error: string }
    expect(error.id).toBe('web.incoming_webhook.invalid.app_error')
    return error.detailed_error
  }
  expect(await detail(id)).toContain("the hook's id")
  expect(await detail(newId())).toBe('')
  await replaceKey(db, id, newId(), { by: '', nowMs: Date.now(), oldUntil: 0 })
  await expect.poll(() => detail(old)).toContain('was regenerated')
  await db.hook.updateMany({ data: { deleteAt: 1 } })
  await expect.poll(() => detail(old)).toContain('was deleted')
})

test('reports disabled webhooks before any other error', async () => {
  const { db, url, send } = await startWorld()
  await db.setting.create({ data: { name: 'EnableIncomingWebhooks', value: false } })
  const status = async () => (await send({ text: 'x' })).status
  await expect.poll(status).toBe(501)
  const unknown = await fetch(`${url}/hooks/nobody`, { method: 'POST', body: 'x' })
  expect(await unknown.json()).toMatchObject({
    id: 'web.incoming_webhook.disabled.app_error',
    status_code: 501,
  })
})

test('accepts any Content-Type as long as the body is JSON', async () => {
  const { hookUrl } = await startWorld()
  for (const type of [
    'text/plain',
    'application/json;charset=UTF-8',
    'nonsense',
    'application/',
    '; ;',
    'a/b/c',
  ]) {
    const answer = await fetch(hookUrl, {
      method: 'POST',
      body: '{"text":"x"}',
      headers: { 'content-type': type },
    })
    expect({ type, status: answer.status }).toEqual({ type, status: 200 })
  }
})

test('responds in plain text to a hook over its limit, and counts Remaining down by one per call', async () => {
  const { send } = await startWorld({ hookRate: { points: 5, seconds: 60 } })
  const answers = await Promise.all(Array.from({ length: 7 }, () => send({ text: 'x' })))
  const taken = answers.filter(({ status }) => status === 200)
  const limited = answers.filter(({ status }) => status === 429)
  expect([taken.length, limited.length]).toEqual([5, 2])
  const remaining = taken.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect(remaining.toSorted()).toEqual([0, 1, 2, 3, 4])
  for (const { headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe('5')
    expect(headers.get('x-ratelimit-reset')).toMatch(/^([1-9]|[1-5]\d|60)$/)
  }
  for (const answer of limited) {
    expect(await answer.text()).toBe('limit exceeded')
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-z]{26}$/)
  }
})

test('reads gzipped bodies, and applies the limit to the inflated size', async () => {
  const { hookUrl, messages } = await startWorld({ bodyLimitBytes: limitBytes })
  const post = async (body: Buffer, encoding: string) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await fetch(hookUrl, { method: 'POST', headers, body: new Uint8Array(body) })
    return answer.status
  }
  expect(await post(gzipSync('{"text":"squeezed"}'), 'gzip')).toBe(200)
  expect(await post(gzipSync(JSON.stringify({ text: 'x'.repeat(1_000_000) })), 'gzip')).toBe(413)
  expect(await post(Buffer.from('{"text":"not gzip"}'), 'gzip')).toBe(400)
  expect(await post(gzipSync('{"text":"cut off"}').subarray(0, 20), 'gzip')).toBe(400)
  expect(await post(Buffer.from('{"text":"x"}'), 'br')).toBe(400)
  await eventually(async () => expect(await messages()).toEqual(['squeezed']))
})
