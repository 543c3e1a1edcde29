import type { Db } from '@posthorn/db'
import type { Redis } from '@posthorn/queue'

/** Returns the tables with a row that contains one of these texts in any column, ignoring case. */
export async function tablesWith({ pool }: Db, texts: string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition ORDER BY relname`,
  )
  const patterns = texts.map(text => `%${text}%`)
  const found = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY($1) LIMIT 1`, [
      patterns,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}

const readers: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1', 'WITHSCORES'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
}

/** Returns the keys of Redis that are named after one of these texts, or contain one. */
export async function keysWith(redis: Redis, prefix: string, texts: string[]): Promise<string[]> {
  const found = []
  for (const key of await redis.keys(`${prefix}:*`)) {
    const value = await readers[await redis.type(key)]?.(redis, key)
    const stored = `${key} ${JSON.stringify(value)}`.toLowerCase()
    if (texts.some(text => stored.includes(text.toLowerCase()))) found.push(key)
  }
  return found
}
