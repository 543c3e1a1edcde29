import { defaultPrefix, floodName, queueName } from '@posthorn/queue'
import pg from 'pg'
import type { Rig } from '../systems/rig.js'
import { withRedis } from './redis.js'

const waitingKey = `${defaultPrefix}:${queueName}:wait`
const floodKey = `${defaultPrefix}:${floodName}:prioritized`
const activeKeys = [queueName, floodName].map(queue => `${defaultPrefix}:${queue}:active`)

/** Blocks writes of posts until the returned function is called. Deliveries wait meanwhile. */
export async function lockPosts({ env }: Rig): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE posts IN EXCLUSIVE MODE')
  return () => client.end()
}

/** Returns Redis's bytes in total, and the number of batches that wait or are being processed. */
export function redisHolds({ env }: Rig): Promise<{ bytes: number; batches: number }> {
  return withRedis(env.REDIS_URL, async redis => {
    const [memory, ...counts] = await Promise.all([
      redis.info('memory'),
      redis.llen(waitingKey),
      redis.zcard(floodKey),
      ...activeKeys.map(key => redis.llen(key)),
    ])
    const bytes = Number(/^used_memory:(\d+)/m.exec(memory)?.[1])
    return { bytes, batches: counts.reduce((sum, count) => sum + count) }
  })
}
