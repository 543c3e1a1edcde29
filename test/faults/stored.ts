import { type Db, systemUserId } from '@posthorn/db'
import { connectWaiting, defaultPrefix, floodName, queueName, type Redis } from '@posthorn/queue'
import { channelIds } from './seed-hooks.js'

export type StoredDelivery = {
  id: string
  payload: string
  outcome: string
  reason: string
  post_count: number
  channel_id: string
  hook_id: string
}
export type StoredPost = {
  id: string
  channel_id: string
  root_id: string
  is_deleted: boolean
  message: string
  attachments: { text?: string }[] | null
}
/** A stored counter of rows. */
export type Counter = { what: string; kept: number; rows: number }

/** Everything that is stored at the end. */
export type Stored = {
  deliveries: StoredDelivery[]
  /** Posts by id, which is the order of their channel. */
  posts: StoredPost[]
  /** Channels by the name that senders use. */
  channels: Map<string, string>
  counters: Counter[]
  /** Batches left in the queue, by state. */
  queue: Record<string, number>
}

export async function readStored(db: Db, redisUrl: string): Promise<Stored> {
  const [deliveries, posts, channels, counters, queue] = await Promise.all([
    db.$queryRaw<StoredDelivery[]>`
      SELECT id, CASE WHEN change IS NULL THEN payload ELSE change || ' ' || target END AS payload, outcome, reason, post_count,
        channel_id, hook_id
      FROM deliveries ORDER BY id`,
    db.$queryRaw<StoredPost[]>`
      SELECT id, channel_id, root_id, delete_at > 0 AS is_deleted, message, props->'attachments' AS attachments FROM posts
      WHERE user_id <> ${systemUserId} AND original_id = '' ORDER BY id`, // notices to hooks' owners belong to no delivery
    channelIds(db),
    readCounters(db),
    withRedis(redisUrl, readQueue),
  ])
  return { deliveries, posts, channels, counters, queue }
}

/** Returns how many of these deliveries have no outcome yet. */
export async function countUnsettled(db: Db, ids: string[]): Promise<number> {
  const [settled] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM deliveries WHERE id = ANY(${ids}::text[])`
  return ids.length - (settled?.count ?? 0)
}

/** Compares the counters of posts per channel and mentions per member with the rows. A mention without user is of the whole channel. */
function readCounters(db: Db): Promise<Counter[]> {
  return db.$queryRaw<Counter[]>`
    SELECT 'posts of ' || name AS what, total_msg_count::int AS kept,
      (SELECT count(*)::int FROM posts WHERE channel_id = channels.id AND original_id = '') AS rows
    FROM channels
    UNION ALL
    SELECT 'last post of ' || name, last_post_at::float8,
      (SELECT coalesce(max(create_at), 0)::float8 FROM posts WHERE channel_id = channels.id)
    FROM channels
    UNION ALL
    SELECT 'mentions of ' || username || ' in ' || name, mention_count::int,
      (SELECT count(DISTINCT post_id)::int FROM mentions
       WHERE channel_id = member.channel_id AND mentions.user_id IN (member.user_id, ''))
    FROM channel_members member JOIN channels ON channels.id = channel_id JOIN users ON users.id = member.user_id`
}

const lists = ['wait', 'active', 'paused'] as const
const sets = ['prioritized', 'delayed', 'failed'] as const

/** Returns the number of batches in each state, all 0 at the end. */
export async function readQueue(redis: Redis): Promise<Record<string, number>> {
  const key = (queue: string, state: string) => `${defaultPrefix}:${queue}:${state}`
  const counts = await Promise.all(
    [queueName, floodName].flatMap(queue => [
      ...lists.map(async state => [`${queue} ${state}`, await redis.llen(key(queue, state))] as const),
      ...sets.map(async state => [`${queue} ${state}`, await redis.zcard(key(queue, state))] as const),
    ]),
  )
  return Object.fromEntries(counts)
}

export async function withRedis<Result>(
  url: string,
  ask: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = connectWaiting(url)
  try {
    return await ask(redis)
  } finally {
    redis.disconnect()
  }
}
