import type { Db } from '../connection/open.js'
import type { DueNotice } from './due-notices.js'

/** What a notification of a post shows, and where it leads. */
export type WantedNotice = {
  userId: string
  post: { id: string; rootId: string; message: string; html: string; props: Record<string, unknown> }
  channel: { type: string; name: string; displayName: string }
  /** The name of the channel's team. For a direct channel, of any team of the user. */
  team: string
  /** The author's user name. */
  author: string
  /** The user name of the other user of a direct channel, else empty. */
  partner: string
}

type Row = {
  user_id: string
  id: string
  root_id: string
  message: string
  html: string
  props: Record<string, unknown>
  type: string
  name: string
  display_name: string
  team: string
  author: string
  partner: string
}

/**
 * Returns those notifications whose user is active, may still read the post, has not read the channel's mentions, and wants
 * notifications of the channel. Omits deleted posts and the user's own ones. By post.
 */
export async function findWantedNotices(db: Db, due: DueNotice[]): Promise<WantedNotice[]> {
  if (due.length === 0) return []
  const [users, posts] = [due.map(({ userId }) => userId), due.map(({ postId }) => postId)]
  const rows = await db.$queryRaw<Row[]>`
    SELECT due.user_id, post.id, post.root_id, post.message, post.html, post.props, channel.type, channel.name,
      channel.display_name, home.name AS team, author.username AS author, coalesce(partner.username, '') AS partner
    FROM unnest(${users}::text[], ${posts}::text[]) AS due (user_id, post_id)
    JOIN posts post ON post.id = due.post_id AND post.delete_at = 0
    JOIN users reader ON reader.id = due.user_id AND reader.delete_at = 0
    JOIN users author ON author.id = post.user_id
    JOIN channels channel ON channel.id = post.channel_id AND channel.delete_at = 0
    JOIN channel_members member ON member.channel_id = channel.id AND member.user_id = reader.id
    CROSS JOIN LATERAL (
      SELECT teams.name FROM team_members JOIN teams ON teams.id = team_members.team_id AND teams.delete_at = 0
      WHERE team_members.user_id = reader.id AND team_members.delete_at = 0 AND channel.team_id IN ('', teams.id)
      ORDER BY teams.name LIMIT 1
    ) home
    LEFT JOIN users partner ON channel.type = 'D'
      AND partner.id = trim(both '_' FROM replace(channel.name, reader.id, ''))
    WHERE member.mention_count > 0 AND member.notify_props->>'desktop' IS DISTINCT FROM 'none'
      AND NOT (post.user_id = reader.id AND post.props->>'from_webhook' IS DISTINCT FROM 'true')
    ORDER BY post.id`
  return rows.map(toNotice)
}

function toNotice({ user_id, id, root_id, message, html, props, ...row }: Row): WantedNotice {
  const { type, name, display_name: displayName, team, author, partner } = row
  const post = { id, rootId: root_id, message, html, props }
  return { userId: user_id, post, channel: { type, name, displayName }, team, author, partner }
}
