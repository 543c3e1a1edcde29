import { randomBytes } from 'node:crypto'
import { connectFailingFast, type Redis, redisReady } from '@posthorn/queue'
import { onTestFinished } from 'vitest'
import { startOwnRedis } from './own-redis.js'

/** Starts a Redis. Returns its operator's connection, and the URL of a user with these rules, if there are any. */
export async function startRedisToFill(rules?: string[]) {
  const { redis } = await startOwnRedis()
  const admin = connectFailingFast(redis.url)
  onTestFinished(() => admin.disconnect())
  await redisReady(admin, 60_000)
  if (!rules) return { admin, redisUrl: redis.url }
  await admin.acl('SETUSER', 'posthorn', 'on', '>secret', '~*', '&*', '+@all', ...rules)
  const { hostname, port } = new URL(redis.url)
  return { admin, redisUrl: `redis://posthorn:secret@${hostname}:${port}` }
}

export async function usedBytes(admin: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await admin.info('memory'))?.[1])
}

/** Limits Redis to this many mebibytes more than it uses. Returns the limit in bytes. */
export async function limitMemory(admin: Redis, mebibytes: number): Promise<number> {
  const most = (await usedBytes(admin)) + mebibytes * 1024 * 1024
  await admin.config('SET', 'maxmemory', most)
  return most
}

const addForeign = (admin: Redis, bytes: number) =>
  admin.set(`foreign:${randomBytes(8).toString('hex')}`, 'x'.repeat(bytes))

/** Fills what is left with somebody else's keys, to the last byte. */
export async function fillToTheBrim(admin: Redis): Promise<void> {
  for (const bytes of [64 * 1024, 1024, 16])
    for (let full = false; !full; )
      full = await addForeign(admin, bytes).then(
        () => false,
        () => true,
      )
}

/** Fills it with somebody else's keys, up to this share of the limit. */
export async function fillTo(admin: Redis, share: number, most: number): Promise<void> {
  while ((await usedBytes(admin)) < most * share) await addForeign(admin, 64 * 1024)
}

export const freeForeign = async (admin: Redis) => admin.unlink(...(await admin.keys('foreign:*')))
