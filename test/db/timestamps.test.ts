import { deliveryId, naturalTimestamp, postId, readTimestamp, timestampText } from '@posthorn/core'
import { timestampsFor } from '@posthorn/db'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.js'

const timeMs = Date.UTC(2026, 10, 25, 12)
const channelId = 'c'.repeat(26)
/** `tail` is the same in its last four characters, so the natural timestamps are the same. */
const post = (tail: number) => ({
  id: postId(deliveryId(timeMs, `${String(tail).padStart(10, '0')}0000`), 1),
  channelId,
})

test('gives a thousand posts of one channel and millisecond a timestamp each, from two processes at once', async () => {
  const { db } = await startWorld({ workerLater: true })
  const posts = Array.from({ length: 1000 }, (_, index) => post(index))
  const halves = [posts.slice(0, 600), posts.slice(400)]
  const given = await Promise.all(halves.map(half => timestampsFor(db, half)))
  const all = new Map(given.flatMap(each => [...each]))
  expect([all.size, new Set(all.values()).size]).toEqual([1000, 1000])
  expect(await timestampsFor(db, posts)).toEqual(all) // they never change
  const second = Math.floor(timeMs / 1000)
  expect([...all.values()].every(micros => timestampText(micros).startsWith(`${second}.`))).toBe(true)
})

test('gives a post its natural timestamp, also if one in another channel has it', async () => {
  const { db } = await startWorld({ workerLater: true })
  const [one, other] = [post(1), { ...post(2), channelId: 'd'.repeat(26) }]
  const given = await timestampsFor(db, [one, other])
  expect([given.get(one.id), given.get(other.id)]).toEqual([
    naturalTimestamp(one.id),
    naturalTimestamp(one.id),
  ])
})

test('writes and reads a timestamp like Slack', () => {
  expect(timestampText(1_503_435_956_000_247)).toBe('1503435956.000247')
  expect(readTimestamp('1503435956.000247')).toBe(1_503_435_956_000_247)
  for (const text of ['', '1503435956', '1503435956.00024', '1.0000001', 'x.000247', '1503435956.000247 '])
    expect(readTimestamp(text)).toBeUndefined()
})
