import type { Channel } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import { findPosts, type Post } from '../posts/posts.js'

/** A stored post with everything that its live event contains. */
export type Announced = {
  post: Post
  channel: Pick<Channel, 'id' | 'teamId' | 'type' | 'name' | 'displayName'>
  username: string
  /** The mentioned users. For a mention of the whole channel, its members who want such notifications. */
  mentioned: string[]
}

type Row = {
  id: string
  type: Channel['type']
  name: string
  display_name: string
  team_id: string
  username: string
  mentioned: string[]
}

/** Returns these posts in the form of live events, by ascending ID. Omits deleted ones. */
export async function findAnnounced(db: Db, postIds: string[]): Promise<Announced[]> {
  const [posts, rows] = await Promise.all([findPosts(db, postIds), about(db, postIds)])
  const byId = new Map(rows.map(row => [row.id, row]))
  return posts.flatMap(post => {
    const row = byId.get(post.id)
    if (!row) return []
    const { type, name, display_name: displayName, team_id: teamId, username, mentioned } = row
    return [{ post, channel: { id: post.channelId, teamId, type, name, displayName }, username, mentioned }]
  })
}

function about(db: Db, postIds: string[]): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    SELECT post.id, channel.type, channel.name, channel.display_name, channel.team_id, author.username,
      ARRAY(
        SELECT user_id FROM mentions WHERE post_id = post.id AND user_id <> ''
        UNION
        SELECT member.user_id FROM mentions JOIN channel_members member USING (channel_id) JOIN users ON users.id = member.user_id
        WHERE mentions.post_id = post.id AND mentions.user_id = '' AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
      ) AS mentioned
    FROM posts post JOIN channels channel ON channel.id = post.channel_id JOIN users author ON author.id = post.user_id
    WHERE post.id = ANY(${postIds}::text[])`
}

/** Memberships to look up. `groupId` is a channel or a team. */
export type Membership = { groupId: string; userId: string }

/** Returns those of these users who are members of these channels. */
export function membersOfChannels(db: Db, channelIds: string[], userIds: string[]): Promise<Membership[]> {
  return db.$queryRaw<Membership[]>`
    SELECT channel_id AS "groupId", user_id AS "userId" FROM channel_members
    WHERE channel_id = ANY(${channelIds}::text[]) AND user_id = ANY(${userIds}::text[])`
}

/** Returns those of these users who are live members of this team. */
export function membersOfTeam(db: Db, teamId: string, userIds: string[]): Promise<Membership[]> {
  return db.$queryRaw<Membership[]>`
    SELECT team_id AS "groupId", user_id AS "userId" FROM team_members
    WHERE team_id = ${teamId} AND delete_at = 0 AND user_id = ANY(${userIds}::text[])`
}
