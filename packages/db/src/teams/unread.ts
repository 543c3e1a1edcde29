import type { Db } from '../connection/open.js'

/** What a user has not seen of a team's channels. */
export type TeamCounts = { teamId: string; posts: number; mentions: number }

/** By team, of the live channels that the user is in. Who wants to know of mentions only has no unread posts in a channel. */
export function unreadByTeam(db: Db, userId: string): Promise<TeamCounts[]> {
  return db.$queryRaw<TeamCounts[]>`
    SELECT team_id AS "teamId", sum(mention_count)::int AS mentions,
      coalesce(sum(greatest(total_msg_count - msg_count, 0))
        FILTER (WHERE notify_props->>'mark_unread' IS DISTINCT FROM 'mention'), 0)::int AS posts
    FROM channel_members JOIN channels ON channels.id = channel_id
    WHERE user_id = ${userId} AND delete_at = 0 AND team_id <> ''
    GROUP BY team_id ORDER BY team_id`
}
