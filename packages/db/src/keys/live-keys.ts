import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

/** Returns the number of live keys of each hook, counting at most one more than `limit`. */
export async function countLiveKeys(db: Db, hookIds: string[], limit: number): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ id: string; keys: number }>({
    name: 'live keys',
    text: `
      SELECT hook.id, counted.keys FROM unnest($1::text[]) AS hook (id) CROSS JOIN LATERAL (
        SELECT count(*)::int AS keys FROM (
          SELECT FROM delivery_keys WHERE hook_id = hook.id AND closed_at = 0 LIMIT $2::int + 1) key
      ) counted`,
    values: [textArray(hookIds), limit],
  })
  return new Map(rows.map(({ id, keys }) => [id, keys]))
}

/** Forgets a hook's least recently used keys. Skips those in use. Times of use are exact to the hour. */
export async function evictKeys(db: Db, hookId: string, count: number): Promise<void> {
  await db.pool.query({
    name: 'evict keys',
    text: `
      DELETE FROM delivery_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM delivery_keys WHERE hook_id = $1 AND closed_at = 0
        ORDER BY used_at, applied_id LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    values: [hookId, count],
  })
}

/** Forgets a hook's oldest contents beyond `limit`, whose next repeats post again. Skips those in use. */
export async function evictContents(db: Db, hookId: string, limit: number): Promise<void> {
  await db.pool.query({
    name: 'evict contents',
    text: `
      DELETE FROM delivery_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM delivery_keys WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM delivery_keys WHERE hook_id = $1 AND octet_length(digest) > 32
          ORDER BY closed_at DESC OFFSET $2)) FOR UPDATE SKIP LOCKED))`,
    values: [hookId, limit],
  })
}

/** How long a closed key stays, so that a late delivery of its time never opens a new post. */
const closedForMs = 86_400_000
const removedAtOnce = 5000

/** Removes expired keys, and those closed for a day, in small steps. Returns how many. */
export async function removeOldKeys(db: Db, nowMs: number, keyDays: number): Promise<number> {
  let removed = 0
  for (;;) {
    const { rowCount } = await db.pool.query({
      text: `
        DELETE FROM delivery_keys WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM delivery_keys WHERE (closed_at > 0 AND closed_at < $1) OR used_at < $2
          LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED))`,
      values: [nowMs - closedForMs, nowMs - keyDays * 86_400_000],
    })
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < removedAtOnce) return removed
  }
}
