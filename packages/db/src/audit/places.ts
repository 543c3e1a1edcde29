import type { Db } from '../connection/open.js'

/** The URL names of an object's team and of the object, if it is a channel. */
export type AuditPlace = { team: string; channel: string }

/**
 * Returns where the live hooks and channels with these IDs are, by ID. Of the channels, only public ones and those that the
 * viewer is in.
 */
export async function auditPlaces(db: Db, ids: string[], viewerId: string): Promise<Map<string, AuditPlace>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<(AuditPlace & { id: string })[]>`
    SELECT found.id, teams.name AS team, found.channel FROM (
      SELECT id, team_id, '' AS channel FROM hooks WHERE id = ANY(${ids}::text[]) AND delete_at = 0
      UNION ALL
      SELECT id, team_id, name FROM channels WHERE id = ANY(${ids}::text[]) AND delete_at = 0
        AND (type = 'O' OR EXISTS (SELECT FROM channel_members WHERE channel_id = channels.id AND user_id = ${viewerId}))
    ) found JOIN teams ON teams.id = found.team_id AND teams.delete_at = 0`
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}
