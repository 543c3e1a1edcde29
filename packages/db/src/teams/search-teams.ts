import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import type { Team } from './teams.js'

export type TeamSearch = {
  /** Part of the URL name or display name, ignoring case. Empty matches everything. */
  text: string
  /** Only names after this one. */
  after: string
  limit: number
}

/** A live team with its numbers of live members, hooks and channels. */
export type FoundTeam = Team & { members: number; hooks: number; channels: number }

const columns = Prisma.sql`id, create_at AS "createAt", update_at AS "updateAt", delete_at AS "deleteAt", name,
  display_name AS "displayName", description, email, type, company_name AS "companyName",
  allowed_domains AS "allowedDomains", invite_id AS "inviteId", allow_open_invite AS "allowOpenInvite",
  creator_id AS "creatorId"`

/** Returns a page of matching live teams, by name, and their total number. */
export async function searchTeams(
  db: Db,
  { text, after, limit }: TeamSearch,
): Promise<{ teams: FoundTeam[]; total: number }> {
  const [row] = await db.$queryRaw<{ teams: FoundTeam[] | null; total: number }[]>`
    WITH matched AS MATERIALIZED (
      SELECT ${columns} FROM teams WHERE delete_at = 0 AND strpos(lower(concat_ws(chr(10), name, display_name)), ${text.toLowerCase()}) > 0
    ),
    page AS (SELECT * FROM matched WHERE name > ${after} ORDER BY name LIMIT ${limit}),
    counted AS (
      SELECT page.*,
        (SELECT count(*)::int FROM team_members WHERE team_id = page.id AND delete_at = 0) AS members,
        (SELECT count(*)::int FROM hooks WHERE team_id = page.id AND delete_at = 0) AS hooks,
        (SELECT count(*)::int FROM channels WHERE team_id = page.id AND delete_at = 0) AS channels
      FROM page
    )
    SELECT (SELECT count(*)::int FROM matched) AS total,
      (SELECT json_agg(counted ORDER BY name) FROM counted) AS teams`
  return { teams: row?.teams ?? [], total: row?.total ?? 0 }
}
