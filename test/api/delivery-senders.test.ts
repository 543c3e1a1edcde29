import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { noSuchId } from './start-api.js'
import { startHistory } from './start-history.js'

/** Starts a history, with a way to send with headers and one to get a delivery. */
async function start() {
  const history = await startHistory()
  const { db, world, get } = history
  const settled = async (payload: object, headers: Record<string, string>, path = '') => {
    const { hookUrl } = world
    const call = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(`${hookUrl}${path}`, { ...call, body: JSON.stringify(payload) })
    const id = response.headers.get('x-delivery-id') ?? ''
    await eventually(async () => expect(await db.delivery.count({ where: { id } })).toBe(1))
    return id
  }
  const whole = async (id: string, query = '') => (await get(`/deliveries/${id}${query}`)).json()
  return { ...history, settled, whole }
}

test('a delivery has its sender’s address, user agent and content type, cut to their limits', async () => {
  const { settled, whole } = await start()
  const id = await settled(
    { text: 'x' },
    { 'user-agent': 'Grafana/11 '.repeat(40), 'content-type': `application/json; note=${'x'.repeat(200)}` },
  )
  const { sender_address, user_agent, headers } = await whole(id)
  expect(sender_address).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
  expect(user_agent).toBe('Grafana/11 '.repeat(40).slice(0, 256))
  expect(headers).toEqual({ 'content-type': `application/json; note=${'x'.repeat(200)}`.slice(0, 128) })
})

test('a delivery has its caller’s own request id and trace, and the response our own id', async () => {
  const { db, settled, whole, world } = await start()
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`
  const id = await settled({ text: 'x' }, { 'x-request-id': 'caller-1', traceparent })
  const own = { caller_request_id: 'caller-1', trace_id: trace }
  expect(await whole(id)).toMatchObject(own)
  const stored = await db.delivery.findUniqueOrThrow({ where: { id } })
  expect(stored.requestId).not.toBe('caller-1')
  const odd = await settled({ text: 'x' }, { 'x-request-id': 'x'.repeat(129), traceparent: 'mine' })
  expect(await whole(odd)).toMatchObject({ caller_request_id: '', trace_id: '' })
  const response = await fetch(world.hookUrl, { method: 'POST', headers: { 'x-request-id': 'mine' } })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-z]{26}$/)
})

test('stores no header outside the allow-list, whatever a sender adds', async () => {
  const { db, settled, whole } = await start()
  const secret = 'hunter2-hunter2'
  const secrets = {
    authorization: `Bearer ${secret}`,
    cookie: `s=${secret}`,
    'x-gitlab-token': secret,
    'x-hub-signature-256': secret,
  }
  const id = await settled({ zen: 'x', hook_id: 1 }, { 'x-github-event': 'ping', ...secrets }, '/github')
  const { headers } = await whole(id)
  expect(headers).toEqual({ 'content-type': 'application/json', 'x-github-event': 'ping' })
  expect(JSON.stringify(await db.delivery.findUniqueOrThrow({ where: { id } }), text)).not.toContain(
    'hunter2',
  )
})

test('previews an edited replay as its delivery was read', async () => {
  const { settled, ask, get } = await start()
  const id = await settled({ zen: 'x', hook_id: 1 }, { 'x-github-event': 'ping' }, '/github')
  const payload = '{"zen":"y"}'
  const preview = async (body: object) => (await ask('/preview', { payload, ...body })).json()
  expect(await preview({})).toMatchObject({ outcome: 'refused' })
  expect(await preview({ delivery: id })).toMatchObject({
    outcome: 'posted',
    posts: [{ message: expect.stringContaining('GitHub is connected') }],
  })
  expect(await preview({ delivery: noSuchId })).toMatchObject({ status_code: 404 })
  expect((await get('/deliveries/count')).json()).toMatchObject({ count: 1 })
})

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

test('a replay has no sender but the user', async () => {
  const { settled, replayOne, whole, db } = await start()
  const id = await settled({ text: 'x' }, { 'user-agent': 'curl/8' })
  const { delivery } = await replayOne(id)
  await eventually(async () => expect(await db.delivery.count()).toBe(2))
  expect(await whole(delivery)).toMatchObject({
    sender_address: '',
    user_agent: '',
    caller_request_id: '',
    headers: {},
  })
})

test('a delivery leads to the next newer and older one, also among those with its outcome', async () => {
  const { settle, whole } = await start()
  const nowhere = { text: 'x', channel: 'nowhere' }
  const [a = '', b = '', c = ''] = await settle({ text: 'a' }, nowhere, { text: 'c' })
  expect(await whole(a)).toMatchObject({ older: '', newer: b })
  expect(await whole(b)).toMatchObject({ older: a, newer: c })
  expect(await whole(c, '?outcome=posted')).toMatchObject({ older: a, newer: '' })
  expect(await whole(b, '?outcome=rejected')).toMatchObject({ older: '', newer: '' })
})

test('leads from a delivery to the next ones that match a text and a time', async () => {
  const { settle, whole } = await start()
  const texts = ['red one', 'blue', 'Red two', 'green', 'red three']
  const ids = await settle(...texts.map(text => ({ text })))
  const [first = '', blue = '', second = '', , third = ''] = ids
  const times = await Promise.all(ids.map(async id => (await whole(id)).create_at as number))
  expect(await whole(second, '?text=red')).toMatchObject({ older: first, newer: third })
  expect(await whole(blue, '?text=red')).toMatchObject({ older: first, newer: second })
  expect(await whole(second, '?text=green&outcome=rejected')).toMatchObject({ older: '', newer: '' })
  const [from, to] = [(times[0] ?? 0) + 1, (times[4] ?? 0) - 1]
  expect(await whole(second, `?text=red&from=${from}&to=${to}`)).toMatchObject({ older: '', newer: '' })
  expect(await whole(first, `?from=${from}`)).toMatchObject({ older: '', newer: blue })
})

test('a listed delivery has the first words of its post, unless it was updated or deleted since', async () => {
  const { settle, list, db } = await start()
  await settle(
    { text: '**Build** 12\nis <https://example.com|done>' },
    { text: 'first', update_key: 'k' },
    { text: 'second', update_key: 'k' },
    { text: 'gone' },
  )
  const words = async () => (await list()).deliveries.map(({ words }: { words: string }) => words)
  expect(await words()).toEqual(['gone', 'second', '', 'Build 12 is done'])
  await db.post.updateMany({ where: { message: 'gone' }, data: { deleteAt: 1 } })
  expect(await words()).toEqual(['', 'second', '', 'Build 12 is done'])
})

test('hides channel and words from callers who may not read the channel', async () => {
  const { db, settle, list, channelNamed } = await start()
  await settle({ text: 'secret', channel: 'builds' })
  const builds = await channelNamed('builds')
  await db.channel.update({ where: { id: builds.id }, data: { type: 'P' } })
  await db.channelMember.deleteMany({ where: { channelId: builds.id } })
  await db.user.updateMany({ data: { roles: '' } })
  const [delivery] = (await list()).deliveries
  expect(delivery).toMatchObject({ words: '', channel: { name: '', display_name: '' } })
})
