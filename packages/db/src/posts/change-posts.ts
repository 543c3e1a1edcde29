import type { Db } from '../connection/open.js'
import { findPost, type Post, withThreads } from './posts.js'
import { maxOldVersions } from './versions.js'

export type Edit = { id: string; message: string; html: string; htmlVersion: number; copyId: string }

/**
 * Replaces a post's message. The old version is stored as a deleted copy that refers to its original (docs/behaviour.md, channels)
 * and appears in no list. `update_at` always increases, so that the ETag changes.
 * @returns the updated post, or undefined if it was deleted in the meantime
 */
export async function editPost(
  db: Db,
  { id, message, html, htmlVersion, copyId }: Edit,
): Promise<Post | undefined> {
  const edited = await db.$executeRaw`
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    old AS (SELECT * FROM posts WHERE id = ${id} AND delete_at = 0 FOR NO KEY UPDATE),
    kept AS (
      INSERT INTO posts (id, create_at, update_at, edit_at, delete_at, user_id, channel_id, root_id, original_id, delivery_id,
        message, html, html_version, type, props)
      SELECT ${copyId}, create_at, now, edit_at, now, user_id, channel_id, root_id, id, delivery_id, message, html, html_version,
        type, props
      FROM old, clock
    ),
    pruned AS (
      DELETE FROM posts WHERE id = ANY(ARRAY(
        SELECT copy.id FROM old JOIN posts copy ON copy.original_id = old.id AND copy.original_id <> ''
        ORDER BY copy.id DESC OFFSET ${maxOldVersions - 1}))
    )
    UPDATE posts SET message = ${message}, html = ${html}, html_version = ${htmlVersion}::int,
      edit_at = now, update_at = greatest(now, old.update_at + 1)
    FROM old, clock WHERE posts.id = old.id`
  if (edited === 0) return undefined
  const post = await findPost(db, id)
  return post && (await withThreads(db, [post]))[0]
}

/**
 * Deletes a post and its replies.
 * @returns the deleted post, or undefined if it was already deleted
 */
export async function deletePost(db: Db, id: string): Promise<Post | undefined> {
  const deleted = await db.$executeRaw`
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    doomed AS (
      SELECT id FROM posts WHERE delete_at = 0 AND (id = ${id} OR (root_id <> '' AND root_id = ${id}))
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE posts SET delete_at = now, update_at = greatest(now, update_at + 1)
    FROM doomed, clock WHERE posts.id = doomed.id`
  return deleted === 0 ? undefined : findPost(db, id)
}
