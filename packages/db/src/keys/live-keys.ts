import { deliveryOf } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import type { PostFile } from '../posts/posts.js'

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

/** A post that an edit or deletion names. */
type TargetPost = { id: string; channelId: string; createAt: number }

/** A recorded delivery, and its live posts in order: the post that it updated, then its own. */
export type ChangeTarget = { hookId: string; outcome: string; posts: TargetPost[] }

const text = `
  SELECT d.id, d.hook_id AS "hookId", d.outcome, (
    SELECT json_agg(post ORDER BY place, post.id) FROM (
      SELECT id, channel_id AS "channelId", create_at AS "createAt", 1 AS place FROM posts
      WHERE id > d.id AND id <= left(d.id, 24) || 'zz' AND original_id = '' AND delete_at = 0
      UNION ALL
      SELECT id, channel_id, create_at, 0 FROM posts
      WHERE id = d.post_id AND d.outcome IN ('updated', 'collapsed') AND original_id = '' AND delete_at = 0
    ) post) AS posts
  FROM deliveries d WHERE d.id = ANY($1::text[])`

type Row = { id: string; hookId: string; outcome: string; posts: TargetPost[] | null }

/**
 * Returns the posts that edits and deletions name by the id of a post or of a delivery. The result has no entry for a target
 * whose delivery is not recorded.
 */
export async function findTargets(db: Db, targets: string[]): Promise<Map<string, ChangeTarget>> {
  const deliveries = [...new Set(targets.map(deliveryOf))]
  const { rows } = await db.pool.query<Row>({ name: 'targets', text, values: [textArray(deliveries)] })
  const byId = new Map(rows.map(row => [row.id, row]))
  return new Map(
    targets.flatMap(target => {
      const row = byId.get(deliveryOf(target))
      const isWanted = ({ id }: TargetPost) => target === row?.id || target === id
      return row
        ? [[target, { hookId: row.hookId, outcome: row.outcome, posts: (row.posts ?? []).filter(isWanted) }]]
        : []
    }),
  )
}

/** A post that a hook may read. */
type HookPost = TargetPost & {
  rootId: string
  editAt: number
  message: string
  props: Record<string, unknown>
  /** In the order of the post. */
  files: PostFile[]
}

/** A hook's posts. `outcome`: that of the delivery, if it is recorded. */
export type HookPosts = { outcome: string | undefined; posts: HookPost[] }

/** Returns the live posts that the id of a post or delivery names, if the hook made them. */
export async function findHookPosts(db: Db, hookId: string, target: string): Promise<HookPosts> {
  const found = (await findTargets(db, [target])).get(target)
  if (found?.hookId !== hookId) return { outcome: undefined, posts: [] }
  const ids = found.posts.map(({ id }) => id)
  const { rows } = await db.pool.query<
    Omit<HookPost, 'createAt' | 'editAt'> & { createAt: string; editAt: string }
  >({
    name: 'hook posts',
    text: `
      SELECT id, channel_id AS "channelId", root_id AS "rootId", create_at AS "createAt", edit_at AS "editAt", message, props,
        coalesce(files, '[]') AS files
      FROM posts WHERE id = ANY($1::text[]) ORDER BY id`,
    values: [textArray(ids)],
  })
  const posts = rows.map(row => ({ ...row, createAt: Number(row.createAt), editAt: Number(row.editAt) }))
  return { outcome: found.outcome, posts }
}
