import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startApi } from './start-api.js'
import { startCounting } from './start-counting.js'

const minuteMs = 60_000
const [text, nowhere] = ['{"text":"x"}', '{"text":"x","channel":"nowhere"}']
const accept_to_posted_ms = { p50: expect.any(Number), p99: expect.any(Number) }
const rejected = { unknown_channel: 1 }
const refused = { unreadable: 1, no_text: 1 }
const first = { accepted: 4, posted: 3, rejected, refused, accept_to_posted_ms }
const second = { accepted: 3, posted: 3, rejected: {}, refused: { limited: 2 }, accept_to_posted_ms }
const sum = { accepted: 7, posted: 6, rejected, refused: { ...refused, limited: 2 }, accept_to_posted_ms }

test('a minute’s figures equal what was sent in it, and an hour’s are their sum', async () => {
  const { clock, beganAt, send, figuresOf, redis, prefix } = await startCounting()
  await send(text, text, text, nowhere, '{', '{}')
  const periods = [{ start_at: beganAt, ...first }]
  await eventually(async () => expect((await figuresOf('minute')).periods).toMatchObject(periods))
  clock.nowMs += minuteMs
  await send(text, text, text, text, text) // three of nine remain
  periods.push({ start_at: clock.nowMs, ...second } as never)
  await eventually(async () => expect(await figuresOf('minute')).toMatchObject({ periods, total: sum }))
  const hour = [{ start_at: beganAt, ...sum }]
  await eventually(async () => expect((await figuresOf('hour')).periods).toMatchObject(hour))
  await redis.del(...(await redis.keys(`${prefix}:figures*`)))
  expect(await figuresOf('minute')).toMatchObject({ periods, total: sum }) // from Postgres
})

test('counts replies, updates and repeats on their own', async () => {
  const { beganAt, send, figuresOf, db } = await startCounting()
  await db.hook.updateMany({ data: { collapseSeconds: 60 } })
  for (const key of ['update_key', 'thread_key']) await send(`{"text":"x","${key}":"k"}`)
  for (const text of ['x', 'y', 'y']) await send(`{"text":"${text}","update_key":"k"}`)
  const one = {
    start_at: beganAt,
    posted: 1,
    updated: 1,
    replied: 1,
    collapsed: 2,
    superseded: 0,
    rejected: {},
  }
  await eventually(async () => expect((await figuresOf('minute')).periods).toMatchObject([one]))
})

test('rejects an empty, reversed or too long range, and returns no periods if nothing was counted', async () => {
  const { callers, callerWith, tokenOf } = await startApi()
  const { client, statusAndId } = callerWith(await tokenOf('admin'))
  for (const range of ['from=60000&to=60000', 'from=120000&to=60000', 'from=0'])
    expect(await statusAndId(`/admin/figures?${range}`)).toBe('400 api.context.invalid_param.app_error')
  const { periods, total, from_at, to_at } = await client.getFigures()
  expect([periods, total.accepted, to_at - from_at]).toEqual([[], 0, 61 * minuteMs])
  expect(await (await callers('reader')).reader.statusAndId('/admin/figures')).toMatch(/^403 /)
})
