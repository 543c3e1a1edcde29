import { type Db, defaultSettings } from '@posthorn/db'
import { connectFailingFast, openEntry, redisReady } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { payload } from '../../bench/load/payload.js'

const hooks = 64
const atOnce = 500
const readyWithinMs = 10_000

/** Makes hooks that post to channels of their own, and returns their ids. */
export async function makeHooks(db: Db): Promise<string[]> {
  const { teamId, userId } = await db.hook.findFirstOrThrow()
  const stamps = { createAt: Date.now(), updateAt: Date.now() }
  const each = Array.from({ length: hooks }, (_, index) => ({
    channelId: newId(),
    name: `far-${index}`,
    id: newId(),
  }))
  await db.channel.createMany({
    data: each.map(({ channelId: id, name }) => ({
      id,
      ...stamps,
      teamId,
      type: 'O',
      name,
      displayName: name,
    })),
  })
  await db.hook.createMany({
    data: each.map(({ id, channelId }) => ({ id, ...stamps, userId, teamId, channelId })),
  })
  return each.map(({ id }) => id)
}

/** Stores deliveries of these hooks in turn, in full batches, through the entry point of every producer. */
export async function fill(redisUrl: string, ids: string[], count: number): Promise<void> {
  const redis = connectFailingFast(redisUrl)
  await redisReady(redis, readyWithinMs)
  const settings = () => ({ ...defaultSettings, HookRate: 'off', OwnerPayloadMebibytesPerDay: 1_000_000_000 })
  const entry = await openEntry(redis, { settings })
  const store = async (call: number) => {
    const json = JSON.stringify(payload('far', call))
    const delivery = { id: newId(), hookId: ids[call % ids.length] ?? '', requestId: newId(), payload: json }
    const { outcome } = await entry.enqueue(delivery, { bytes: json.length })
    if (outcome !== 'kept') throw new Error(`delivery ${call}: ${outcome}`)
  }
  for (let at = 0; at < count; at += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - at) }, (_, index) => store(at + index)))
  await entry.close()
  redis.disconnect()
}
