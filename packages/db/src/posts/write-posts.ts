import { withLaterEmoji } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { PostRow } from '../deliveries/rows.js'
import { findPost, type Post, type PostFile, withThreads } from './posts.js'

/** A post that is written on its own: a user's, or a notice of an event in a channel. */
export type NewPost = Omit<PostRow, 'files'> & { rootId: string; files?: PostFile[] }

export type Writing = {
  /** User IDs, or the empty string for the whole channel. Never the author of a user's post. */
  mentioned: string[]
  /**
   * `person`: counted, and read by its author. `event`: counted. `notice`: a member joined or
   * left, which is not counted (docs/behaviour.md, channels).
   */
  as: 'person' | 'event' | 'notice'
}

/**
 * Writes a post, its mentions and its counts in one statement, with locks in the order posts, channel_members,
 * channels, like recordBatch.
 * @returns its update_at, by Postgres's clock
 */
export async function writePost(
  db: Pick<Db, '$queryRaw'>,
  post: NewPost,
  { mentioned, as }: Writing,
): Promise<number> {
  const counts = as === 'notice' ? 0 : 1
  const reader = as === 'person' ? post.userId : ''
  const [written] = await db.$queryRaw<{ update_at: bigint }[]>`
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    p AS (
      INSERT INTO posts (id, create_at, update_at, user_id, channel_id, root_id, message, html, html_version, type, props, files)
      SELECT ${post.id}, ${post.createAt}::bigint, now, ${post.userId}, ${post.channelId}, ${post.rootId}, ${post.message},
        ${post.html}, ${post.htmlVersion}::int, ${post.type}, ${post.props}::json,
        ${post.files ? JSON.stringify(post.files) : null}::json
      FROM clock RETURNING update_at
    ),
    m AS (
      INSERT INTO mentions (post_id, user_id, channel_id)
      SELECT ${post.id}, user_id, ${post.channelId} FROM unnest(${mentioned}::text[]) AS row (user_id)
      ON CONFLICT DO NOTHING RETURNING user_id
    ),
    notified AS (
      SELECT user_id FROM m WHERE user_id <> ''
      UNION
      SELECT member.user_id FROM m JOIN channel_members member ON member.channel_id = ${post.channelId}
      JOIN users ON users.id = member.user_id
      WHERE m.user_id = '' AND member.user_id <> ${post.userId} AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
    ),
    locked AS (
      SELECT user_id FROM channel_members
      WHERE channel_id = ${post.channelId} AND (user_id = ${reader} OR user_id IN (SELECT user_id FROM notified))
      ORDER BY user_id FOR NO KEY UPDATE
    ),
    counted AS (
      UPDATE channels SET total_msg_count = total_msg_count + ${counts}::int,
        last_post_at = CASE WHEN ${counts}::int = 0 THEN last_post_at ELSE greatest(last_post_at, ${post.createAt}::bigint) END
      WHERE id = ${post.channelId} AND (SELECT count(*) FROM locked) >= 0
      RETURNING total_msg_count, last_post_at
    ),
    marked AS (
      UPDATE channel_members member SET last_update_at = now,
        mention_count = CASE WHEN locked.user_id = ${reader} THEN 0 ELSE mention_count + 1 END,
        msg_count = CASE WHEN locked.user_id = ${reader} THEN counted.total_msg_count ELSE msg_count END,
        last_viewed_at = CASE WHEN locked.user_id = ${reader} THEN counted.last_post_at ELSE last_viewed_at END
      FROM locked, counted, clock
      WHERE member.channel_id = ${post.channelId} AND member.user_id = locked.user_id
    )
    SELECT update_at FROM p`
  return ms(written?.update_at ?? 0n)
}

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

/** Earlier versions that a post keeps. */
export const maxOldVersions = 20

/** Bytes of stored messages and HTML that are returned. */
const maxVersionsBytes = 1024 * 1024

/** A text that a post has, or had. */
export type PostVersion = {
  message: string
  html: string
  /** When the post got this text, in milliseconds. */
  editAt: number
  /** The delivery that made it, if that is not the one that created the post. A person's edit leaves it unchanged. */
  deliveryId: string
}

/** Returns the versions of a live post, newest first: the current one and the earlier ones, as many as fit. */
export async function versionsOf(db: Db, postId: string): Promise<PostVersion[]> {
  const rows = await db.$queryRaw<(PostVersion & { htmlVersion: number })[]>`
    SELECT message, html, html_version AS "htmlVersion", "editAt", "deliveryId" FROM (
      SELECT *, sum(octet_length(message) + octet_length(html)) OVER (ORDER BY "editAt" DESC, id DESC) AS bytes FROM (
        (SELECT id, message, html, html_version, greatest(edit_at, create_at)::float8 AS "editAt", delivery_id AS "deliveryId"
          FROM posts WHERE id = ${postId} AND delete_at = 0)
        UNION ALL
        (SELECT id, message, html, html_version, greatest(edit_at, create_at)::float8, delivery_id
          FROM posts WHERE original_id = ${postId} AND original_id <> '' ORDER BY id DESC LIMIT ${maxOldVersions})
      ) versions
    ) sized
    WHERE bytes - octet_length(message) - octet_length(html) < ${maxVersionsBytes} ORDER BY "editAt" DESC, id DESC`
  return rows.map(({ html, htmlVersion, ...version }) => ({
    ...version,
    html: withLaterEmoji(html, htmlVersion),
  }))
}
