import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { PostRow } from '../deliveries/rows.js'
import type { PostFile } from './posts.js'

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
