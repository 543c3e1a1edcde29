import { timeOf } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { statusAndId } from './callers.js'
import { addChannel } from './start-api.js'
import { startHistory } from './start-history.js'

test('after a missing channel is created, one call replays its deliveries in order, once', async () => {
  const { settle, replayAll, db, teamId, world, idsIn, list } = await startHistory()
  const texts = Array.from({ length: 25 }, (_, index) => `release ${index}`)
  const rejected = await settle(...texts.map(text => ({ text, channel: 'releases' })))
  await settle({ text: 'elsewhere' })
  await addChannel(db, teamId, 'releases')
  const first = await replayAll()
  expect(first).toMatchObject({ total: 25, done: 25, from: 0 })
  await eventually(async () => expect(await world.messages('releases')).toEqual(texts))
  expect(
    (await list('?outcome=posted')).deliveries.map(({ replay_of }: { replay_of: string }) => replay_of),
  ).toEqual([...rejected.toReversed(), ''])

  expect(await replayAll()).toMatchObject({ total: 0, done: 0 })
  await settle({ text: 'still awake' })
  expect(await world.messages('releases')).toEqual(texts)
  expect(await idsIn('?outcome=rejected')).toEqual(rejected.toReversed())
})

test('a replay is a new delivery with the same payload and a reference to its original', async () => {
  const { settle, replayOne, get, world, db } = await startHistory()
  const [id = ''] = await settle({ text: 'again' })
  const { delivery, ...rest } = await replayOne(id)
  expect(rest).toEqual({ replay_of: id, replayed_already: false })
  expect(delivery > id).toBe(true)
  await eventually(async () => expect(await db.delivery.count()).toBe(2))
  const whole = (await get(`/deliveries/${delivery}`)).json()
  expect(whole).toMatchObject({ replay_of: id, payload: '{"text":"again"}', outcome: 'posted' })
  expect(await world.messages()).toEqual(['again', 'again'])
})

test('a hundred concurrent and later requests replay a delivery once', async () => {
  const { settle, replayOne, world, db } = await startHistory()
  const [id = ''] = await settle({ text: 'once more' })
  const answers = await Promise.all(Array.from({ length: 100 }, () => replayOne(id)))
  expect(new Set(answers.map(({ delivery }) => delivery)).size).toBe(1)
  expect(answers.filter(({ replayed_already }) => !replayed_already)).toHaveLength(1)
  await settle({ text: 'awake' })
  await eventually(async () => expect(await db.delivery.count()).toBe(3))
  expect(await replayOne(id)).toEqual({ ...answers[0], replayed_already: true })
  expect((await world.messages()).toSorted()).toEqual(['awake', 'once more', 'once more'])
})

test('an explicit second replay runs, and becomes the one that others find', async () => {
  const { settle, replayOne, db } = await startHistory()
  const [id = ''] = await settle({ text: 'x' })
  const first = await replayOne(id)
  const second = await replayOne(id, { again: true })
  expect(second.delivery).not.toBe(first.delivery)
  expect(second).toMatchObject({ replay_of: id, replayed_already: false })
  await eventually(async () => expect(await db.delivery.count()).toBe(3))
  expect(await replayOne(id)).toEqual({ delivery: second.delivery, replay_of: id, replayed_already: true })
})

test('deliveries that were rejected again can be replayed, alone or together, and never twice', async () => {
  const { settle, replayOne, replayAll, db, teamId, world, idsIn } = await startHistory()
  const [id = ''] = await settle({ text: 'late', channel: 'late' })
  const { delivery: second } = await replayOne(id)
  await eventually(async () => expect(await idsIn('?outcome=rejected')).toEqual([second, id]))
  expect(await replayOne(id)).toEqual({ delivery: second, replay_of: id, replayed_already: true })
  await addChannel(db, teamId, 'late')
  const { delivery: third, replay_of } = await replayOne(second)
  expect(replay_of).toBe(id)
  await eventually(async () => expect(await idsIn('?outcome=posted')).toEqual([third]))
  expect(await replayAll()).toMatchObject({ total: 0 })
  expect(await world.messages('late')).toEqual(['late'])
})

test('replaying a range replays only its rejected deliveries', async () => {
  const { settle, replayAll, db, teamId, world } = await startHistory()
  const payloads = ['one', 'two', 'three'].map(text => ({ text, channel: 'late' }))
  const ids: string[] = []
  for (const payload of payloads) ids.push(...(await settle(payload)))
  await addChannel(db, teamId, 'late')
  const at = timeOf(ids[1] ?? '')
  expect(await replayAll({ from: at, to: at })).toMatchObject({ total: 1, done: 1, from: at, to: at })
  await eventually(async () => expect(await world.messages('late')).toEqual(['two']))
})

test('an edited delivery is sent once per text, and its history names the original', async () => {
  const { settle, ask, get, db, idsIn, world, list } = await startHistory()
  const replayOutcomes = async () =>
    (await list()).deliveries.map(({ id, replay_outcome }: Record<string, string>) => [id, replay_outcome])
  const [id = ''] = await settle({ text: 'hello', channel: 'nowhere' })
  expect(await replayOutcomes()).toEqual([[id, '']])
  const edited = async (payload: string, more = {}) =>
    (await ask(`/deliveries/${id}/replay`, { payload, ...more })).json()
  const answers = await Promise.all(Array.from({ length: 20 }, () => edited('{"text":"hello, edited"}')))
  expect(new Set(answers.map(({ delivery }) => delivery)).size).toBe(1)
  expect(answers[0]).toMatchObject({ replay_of: id })
  await eventually(async () => expect(await idsIn('?outcome=posted')).toEqual([answers[0].delivery]))
  expect((await get(`/deliveries/${id}`)).json().replayed_as).toBe(answers[0].delivery)
  const whole = (await get(`/deliveries/${answers[0].delivery}`)).json()
  expect(whole).toMatchObject({ payload: '{"text":"hello, edited"}', replay_of: id, replayed_as: '' })
  expect(await replayOutcomes()).toEqual([
    [answers[0].delivery, ''],
    [id, 'posted'],
  ])
  const other = await edited('{"text":"hello, otherwise"}')
  expect(other.delivery).not.toBe(answers[0].delivery)
  await eventually(async () => expect(await db.delivery.count()).toBe(3))
  expect(await world.messages()).toEqual(['hello, edited', 'hello, otherwise'])
})

test('editing cannot send a payload that would be rejected from a sender', async () => {
  const { settle, ask, db } = await startHistory()
  const [id = ''] = await settle({ text: 'hello', channel: 'nowhere' })
  const answer = await ask(`/deliveries/${id}/replay`, { payload: '{"text":5}' })
  expect(statusAndId(answer)).toBe('400 api.hook.payload.app_error')
  expect(answer.json().detailed_error).toContain('text')
  expect(await db.delivery.count()).toBe(1)
})

test('a filtered replay runs once per key, and its result can be read', async () => {
  const { settle, ask, get, db, teamId, world } = await startHistory()
  const texts = ['red one', 'blue', 'red two']
  await settle(...texts.map(text => ({ text, channel: 'late' })), { text: 'red posted' })
  await addChannel(db, teamId, 'late')
  const body = { text: 'RED', outcome: 'any', key: 'pressed-1' }
  const asked = await Promise.all(
    Array.from({ length: 10 }, async () => (await ask('/deliveries/replay', body)).json()),
  )
  expect(new Set(asked.map(({ replay }) => replay)).size).toBe(1)
  const progress = async () => (await get(`/replays/${asked[0].replay}`)).json()
  const result = { status: 'done', total: 3, done: 3, sent: 3, posted: 3, rejected: 0 }
  await eventually(async () => expect(await progress()).toMatchObject(result))
  expect((await ask('/deliveries/replay', body)).json()).toEqual(asked[0])
  await settle({ text: 'awake' })
  expect(await progress()).toMatchObject(result)
  expect(await world.messages('late')).toEqual(['red one', 'red two'])
  expect(await world.messages()).toEqual(['red posted', 'red posted', 'awake'])
})

test('without Redis, replays fail and everything else works', async () => {
  const { redis, again } = await startOwnRedis()
  const { settle, ask, get } = await startHistory({ redisUrl: redis.url })
  const [id] = await settle({ text: 'x', channel: 'nowhere' })
  await redis.stop()
  const away = '503 api.hook.replay.unavailable.app_error'
  for (const path of [`/deliveries/${id}/replay`, '/deliveries/replay']) {
    const answer = await ask(path)
    expect([statusAndId(answer), answer.headers['retry-after']]).toEqual([away, '1'])
  }
  expect(statusAndId(await get(`/replays/${id}`))).toBe(away)
  expect((await get(`/deliveries/${id}`)).statusCode).toBe(200)
  await again()
  await eventually(async () => expect((await ask(`/deliveries/${id}/replay`)).statusCode).toBe(200))
})
