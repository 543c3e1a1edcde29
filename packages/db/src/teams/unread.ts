import type { Db } from '../connection/open.js'

/** A user's unread posts and mentions in a team's channels. */
export type TeamCounts = { teamId: string; posts: number; mentions: number }

/** Counts by team over the user's live channels. Channels set to mentions only have no unread posts. */
export function unreadByTeam(db: Db, userId: string): Promise<TeamCounts[]> {
  return db.$queryRaw<TeamCounts[]>`
    SELECT team_id AS "teamId", sum(mention_count)::int AS mentions,
      coalesce(sum(greatest(total_msg_count - msg_count, 0))
        FILTER (WHERE notify_props->>'mark_unread' IS DISTINCT FROM 'mention'), 0)::int AS posts
    FROM channel_members JOIN channels ON channels.id = channel_id
    WHERE user_id = ${userId} AND delete_at = 0 AND team_id <> ''
    GROUP BY team_id ORDER BY team_id`
}
