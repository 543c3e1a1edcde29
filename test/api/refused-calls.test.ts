import { maxRefusedCallsDays } from '@posthorn/contract'
import { keptRefusals, refusedCallsKeptDays } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { requestText, sendRaw } from '../support/raw-socket.js'
import { startHistory } from './start-history.js'

const day = () => new Date().toISOString().slice(0, 10)

type Last = { at: number; detail: string; detailed_error: string; request_id: string }
type Refused = { cause: string; count: number; status: number }
type Get = Awaited<ReturnType<typeof startHistory>>['get']

/** Returns the count and status of rejected calls by cause since a day in UTC. */
async function refusedSince(get: Get, began: string) {
  const { days } = (await get('/refused?days=2')).json()
  expect(days).toHaveLength(2)
  const calls = days.flatMap((one: { day: string; calls: Refused[] }) => (one.day >= began ? one.calls : []))
  return Object.fromEntries(calls.map(({ cause, count, status }: Refused) => [cause, [count, status]]))
}

test('counts a hook’s calls that do not become deliveries, by cause and day', async () => {
  const { world, get, redis, prefix } = await startHistory({ confirm: true })
  const began = day()
  expect((await world.send({ text: 'fine' })).status).toBe(200)
  expect((await world.send({ text: 'x', channel: 'nowhere' })).status).toBe(404) // in the history, as a delivery
  for (const body of ['{', '{', '{}', JSON.stringify({ text: 'x'.repeat(1_100_000) })])
    await fetch(world.hookUrl, { method: 'POST', body })
  for (const text of ['one', 'two']) await world.send({ text }, { 'idempotency-key': 'one' })
  const expected = { unreadable: [2, 400], no_text: [1, 400], too_large: [1, 413], other_payload: [1, 422] }
  await eventually(async () => expect(await refusedSince(get, began)).toEqual(expected))
  const [key = ''] = await redis.keys(`${prefix}:refused:*`)
  expect(await redis.ttl(key)).toBeGreaterThan(0)
  expect((await get('/refused?days=32')).statusCode).toBe(400)
})

test('counts a call whose body has no length as one without a body', async () => {
  const { world, get } = await startHistory()
  const began = day()
  const { port, pathname } = new URL(world.hookUrl)
  const answer = await sendRaw(Number(port), requestText(`POST ${pathname}`, {}, '{"text": "lost"}'))
  expect(answer).toContain('If the request has a body, send its length in Content-Length.')
  await eventually(async () => expect(await refusedSince(get, began)).toEqual({ unreadable: [1, 400] }))
  const { detail } = (await get('/refused')).json().last[0]
  expect(detail).toContain('has neither Content-Length nor Transfer-Encoding')
})

/** Starts a hook and returns its last refusals. */
async function startRefusing() {
  const { world, get, redis, prefix, hook } = await startHistory()
  const last = async () => (await get('/refused')).json().last as Last[]
  const post = async (body: string) =>
    (await (await fetch(world.hookUrl, { method: 'POST', body })).json()) as Refused & Last & { id: string }
  return { last, post, redis, list: `${prefix}:refused:${hook.id}:last` }
}

test('returns the latest rejected calls with the sender’s error, and nothing else of their bodies', async () => {
  const { last, post, redis, list } = await startRefusing()
  const secret = 'a body that nobody is to keep '.repeat(100)
  const large = await post(JSON.stringify({ text: secret.repeat(1000) }))
  const typed = await post(JSON.stringify({ text: secret, username: 5 }))
  await eventually(async () => expect(await last()).toHaveLength(2))
  const expected = [typed, large].map(({ id, detailed_error: detail, request_id }) => ({
    ...{ reason: id, detail, request_id },
    at: expect.closeTo(Date.now(), -6),
  }))
  expect(await last()).toMatchObject(expected)
  expect(await redis.lrange(list, 0, -1)).not.toContainEqual(expect.stringContaining('nobody is to keep'))
  expect(await redis.ttl(list)).toBeGreaterThan(0)
})

test('stores a hook’s latest twenty rejected calls', async () => {
  const { last, post, redis, list } = await startRefusing()
  const old = JSON.stringify({ at: 1, cause: 'unreadable', detail: '', requestId: 'old' })
  await redis.rpush(list, ...Array.from({ length: keptRefusals }, () => old))
  const { request_id } = await post('{')
  await eventually(async () => expect((await last())[0]?.request_id).toBe(request_id))
  expect(await last()).toHaveLength(keptRefusals)
})

test('counts rate-limited calls, too', async () => {
  const { get, anotherIngress } = await startHistory()
  const began = day()
  const { hookUrl } = await anotherIngress({ hookRate: { points: 2, seconds: 600 } })
  for (let call = 0; call < 5; call++) await fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' })
  await eventually(async () => expect(await refusedSince(get, began)).toEqual({ limited: [3, 429] }))
})

test('writes nothing if no call was rejected', async () => {
  const { world, redis, prefix, settle, anotherIngress } = await startHistory()
  const another = await anotherIngress()
  await settle({ text: 'one' }, { text: 'two' })
  await fetch(`${world.url}/hooks/${'a'.repeat(26)}`, { method: 'POST', body: '{' }) // unknown key
  await another.close()
  expect(await redis.keys(`${prefix}:refused:*`)).toEqual([])
})

test('publishes the counts when a process ends, too', async () => {
  const { get, anotherIngress } = await startHistory()
  const another = await anotherIngress()
  await fetch(another.hookUrl, { method: 'POST', body: '{' })
  await another.close()
  const { days } = (await get('/refused')).json()
  expect(days).toHaveLength(7)
  expect(days[0].calls).toMatchObject([{ cause: 'unreadable', count: 1, status: 400 }])
})

test('returns as many days as are stored', () => {
  expect(maxRefusedCallsDays).toBe(refusedCallsKeptDays)
})
