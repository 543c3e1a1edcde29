import { maxRefusedCallsDays } from '@posthorn/contract'
import { refusedCallsKeptDays } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startHistory } from './start-history.js'

const day = () => new Date().toISOString().slice(0, 10)

type Told = { cause: string; count: number; status: number }
type Get = Awaited<ReturnType<typeof startHistory>>['get']

/** Since a day in UTC, by cause: how many, and with which status. */
async function refusedSince(get: Get, began: string) {
  const { days } = (await get('/refused?days=2')).json()
  expect(days).toHaveLength(2)
  const calls = days.flatMap((one: { day: string; calls: Told[] }) => (one.day >= began ? one.calls : []))
  return Object.fromEntries(calls.map(({ cause, count, status }: Told) => [cause, [count, status]]))
}

test('calls that become no delivery are counted for their hook by cause and day, and others are not', async () => {
  const { world, get, redis, prefix } = await startHistory({ confirm: true })
  const began = day()
  expect((await world.send({ text: 'fine' })).status).toBe(200)
  expect((await world.send({ text: 'x', channel: 'nowhere' })).status).toBe(404) // a delivery, in the history
  for (const body of ['{', '{', '{}', JSON.stringify({ text: 'x'.repeat(1_100_000) })])
    await fetch(world.hookUrl, { method: 'POST', body })
  for (const text of ['one', 'two']) await world.send({ text }, { 'idempotency-key': 'one' })
  const expected = { unreadable: [2, 400], no_text: [1, 400], too_large: [1, 413], other_payload: [1, 422] }
  await eventually(async () => expect(await refusedSince(get, began)).toEqual(expected))
  const [key = ''] = await redis.keys(`${prefix}:refused:*`)
  expect(await redis.ttl(key)).toBeGreaterThan(0)
  expect((await get('/refused?days=32')).statusCode).toBe(400)
})

test('calls over the rate are counted, too', async () => {
  const { get, anotherIngress } = await startHistory()
  const began = day()
  const { hookUrl } = await anotherIngress({ hookRate: { points: 2, seconds: 600 } })
  for (let call = 0; call < 5; call++) await fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' })
  await eventually(async () => expect(await refusedSince(get, began)).toEqual({ limited: [3, 429] }))
})

test('where nothing is refused nothing is written', async () => {
  const { world, redis, prefix, settle, anotherIngress } = await startHistory()
  const another = await anotherIngress()
  await settle({ text: 'one' }, { text: 'two' })
  await fetch(`${world.url}/hooks/${'a'.repeat(26)}`, { method: 'POST', body: '{' }) // nobody's
  await another.close()
  expect(await redis.keys(`${prefix}:refused:*`)).toEqual([])
})

test('what was counted is told at the end of a process, too', async () => {
  const { get, anotherIngress } = await startHistory()
  const another = await anotherIngress()
  await fetch(another.hookUrl, { method: 'POST', body: '{' })
  await another.close()
  const { days } = (await get('/refused')).json()
  expect(days).toHaveLength(7)
  expect(days[0].calls).toMatchObject([{ cause: 'unreadable', count: 1, status: 400 }])
})

test('as many days can be asked for as are kept', () => {
  expect(maxRefusedCallsDays).toBe(refusedCallsKeptDays)
})
