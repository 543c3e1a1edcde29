import { gzipSync } from 'node:zlib'
import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { requestText, sendRaw } from '../support/raw-socket.js'
import { calling, startSlack, tokenOf } from '../support/slack.js'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const apiRate = { points: 3, seconds: 3600 }
const methods = [
  'api.test',
  'auth.test',
  'chat.postMessage',
  'chat.delete',
  'files.upload',
  'files.getUploadURLExternal',
  'conversations.list',
  'users.info',
  'no.such.method',
]
const limited = /^HTTP\/1\.1 429 [\s\S]*"error":"ratelimited"/

/** Sends a head that promises a body, but no byte of the body. */
function withoutBody(url: string, method: string, headers: Record<string, string> = {}): Promise<string> {
  const head = { ...headers, 'Content-Length': '1000000' }
  return sendRaw(Number(new URL(url).port), requestText(`POST /api/${method}`, head, ''))
}

const times = (count: number, call: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, call))

test.each(methods)('limits callers of %s without a token before it reads their bodies', async method => {
  const { url } = await startSlack({ apiRate, workerLater: true })
  await times(apiRate.points, () => calling({ url }, '')(method, 'a&'.repeat(1000), form))
  expect(await withoutBody(url, method)).toMatch(limited)
})

test('rejects an unknown token, a token without the scope, and a hook over its rate before it reads the body', async () => {
  const { listen, db } = await startSlack({ workerLater: true })
  await saveSettings(db, { EnableOAuthServiceProvider: true })
  const { url } = await listen({ hookRate: { points: 1, seconds: 3600 } })
  const errorFor = async (token: string) => {
    const answer = await withoutBody(url, 'chat.postMessage', { Authorization: `Bearer ${token}` })
    return /"error":"(\w+)"/.exec(answer)?.[1]
  }
  expect(await errorFor('a'.repeat(26))).toBe('invalid_auth')
  const reader = await tokenOf(db, 'reader', 'read')
  await eventually(async () => expect(await errorFor(reader)).toBe('missing_scope'))
  await calling({ url })('auth.test', {})
  expect(await errorFor(firstHookKey)).toBe('ratelimited')
})

test('does not count a call against its address if its body has the token of a known caller', async () => {
  const { url } = await startSlack({ apiRate, workerLater: true })
  const asHook = () => calling({ url }, '')('auth.test', `text=a&token=${firstHookKey}`, form)
  for (let made = 0; made < 2 * apiRate.points; made++) expect(await asHook()).toMatchObject({ ok: true })
  const asNobody = () => calling({ url }, '')('auth.test', `token=${'a'.repeat(26)}`, form)
  for (let made = 0; made < apiRate.points; made++)
    expect(await asNobody()).toMatchObject({ error: 'invalid_auth' })
  expect(await asNobody()).toMatchObject({ error: 'ratelimited', status: 429 })
})

test('reads at most a thousand arguments, and large bodies with all their text and blocks', async () => {
  const world = await startSlack()
  const call = calling(world)
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`a${n}`, 1]))
  for (const [args, headers] of [
    ['a&'.repeat(1001), form],
    [many, {}],
  ] as const)
    expect(await call('chat.postMessage', args, headers)).toMatchObject({ error: 'invalid_arguments' })
  const packed = gzipSync(`text=${'a&'.repeat(500_000)}`)
  const answer = await fetch(`${world.url}/api/chat.postMessage`, {
    method: 'POST',
    headers: { ...form, 'content-encoding': 'gzip', authorization: `Bearer ${firstHookKey}` },
    body: packed,
  })
  expect(await answer.json()).toMatchObject({ error: 'invalid_arguments' })
  const attachments = Array.from({ length: 90 }, (_, n) => ({ title: `${n}`, text: 'b'.repeat(1000) }))
  expect(await call('chat.postMessage', { text: 'large', channel: 'builds', attachments })).toMatchObject({
    ok: true,
    message: { text: 'large' },
  })
  const posts = await world.posts('builds')
  expect(posts.flatMap(({ props }) => props.attachments)).toHaveLength(90)
})

test('echoes the arguments of api.test up to 16 KiB, since it needs no token', async () => {
  const call = calling(await startSlack({ workerLater: true }), '')
  expect(await call('api.test', { foo: 'bar', token: 'x' })).toMatchObject({ ok: true, args: { foo: 'bar' } })
  expect(await call('api.test', { foo: 'b'.repeat(17_000) })).toMatchObject({ error: 'msg_too_long' })
})
