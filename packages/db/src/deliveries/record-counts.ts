import type { Parameter } from '../connection/parameters.js'
import { rowTable } from '../connection/row-table.js'
import type { MentionRow } from '../mentions/mentions.js'

/** Minimum interval between two writes of a hook's last use. */
const lastUsedEveryMs = 60_000

/** `m`: the mentions in new posts. In changed posts, only of users who were not mentioned before. */
export function insertMentions($: Parameter, rows: MentionRow[], isKeyed: boolean): string {
  const posts = isKeyed ? '(SELECT id FROM p UNION ALL SELECT id FROM u) p' : 'p'
  return `m AS (
      INSERT INTO mentions (post_id, user_id, channel_id)
      SELECT row.* FROM ${rowTable($, rows, {
        post_id: ['text', row => row.postId],
        user_id: ['text', row => row.userId],
        channel_id: ['text', row => row.channelId],
      })}
      JOIN ${posts} ON p.id = row.post_id
      ${isKeyed ? "WHERE NOT EXISTS (SELECT FROM mentions known WHERE known.post_id = row.post_id AND known.user_id = '')" : ''}
      ON CONFLICT DO NOTHING RETURNING post_id, user_id, channel_id
    )`
}

/** `mentioned`: the members of channels with more mentions. */
export const countMentions = (isKeyed: boolean) => `notified AS (
      SELECT post_id, channel_id, user_id FROM m WHERE user_id <> ''
      UNION
      SELECT m.post_id, member.channel_id, member.user_id
      FROM m JOIN channel_members member USING (channel_id) JOIN users ON users.id = member.user_id
      WHERE m.user_id = '' AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
        ${isKeyed ? 'AND NOT EXISTS (SELECT FROM mentions known WHERE known.post_id = m.post_id AND known.user_id = member.user_id)' : ''}
    ),
    per_member AS (SELECT channel_id, user_id, count(*) AS mentions FROM notified GROUP BY channel_id, user_id),
    locked_members AS (
      SELECT channel_id, user_id, mentions FROM channel_members JOIN per_member USING (channel_id, user_id)
      ORDER BY channel_id, user_id FOR NO KEY UPDATE OF channel_members
    ),
    mentioned AS (
      UPDATE channel_members SET mention_count = mention_count + mentions, last_update_at = now
      FROM clock, locked_members locked
      WHERE channel_members.channel_id = locked.channel_id AND channel_members.user_id = locked.user_id
      RETURNING locked.user_id
    )`

/** `counted`: the channels with new posts. Locked after `before`. */
export function countPosts(before: string | undefined): string {
  return `busy AS (SELECT channel_id AS id, count(*) AS posts, max(create_at) AS last FROM p GROUP BY channel_id),
    locked_channels AS (
      SELECT id FROM channels WHERE id IN (SELECT id FROM busy)${before === undefined ? '' : ` AND (SELECT count(*) FROM ${before}) >= 0`}
      ORDER BY id FOR NO KEY UPDATE
    ),
    counted AS (
      UPDATE channels SET total_msg_count = total_msg_count + busy.posts, last_post_at = greatest(last_post_at, busy.last)
      FROM busy JOIN locked_channels USING (id) WHERE channels.id = busy.id RETURNING channels.id
    )`
}

/** `touched`: the hooks in use. Locked after `counted`. */
export function touchHooks($: Parameter): string {
  return `used AS (
      SELECT hooks.id FROM hooks, clock
      WHERE hooks.id IN (SELECT hook_id FROM d) AND last_used_at < now - ${$(lastUsedEveryMs)} AND (SELECT count(*) FROM counted) >= 0
      ORDER BY hooks.id FOR NO KEY UPDATE OF hooks
    ),
    touched AS (UPDATE hooks SET last_used_at = now FROM used, clock WHERE hooks.id = used.id)`
}
