import { deliveryOf } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import type { PostFile } from '../posts/posts.js'

/** A post that an edit or deletion names. */
export type TargetPost = { id: string; channelId: string; createAt: number }

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
export type HookPost = TargetPost & {
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
