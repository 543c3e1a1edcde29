import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { Prisma, type Team as Row } from '../generated/client.js'

export type Team = {
  id: string
  createAt: number
  updateAt: number
  deleteAt: number
  name: string
  displayName: string
  description: string
  email: string
  type: string
  companyName: string
  allowedDomains: string
  inviteId: string
  allowOpenInvite: boolean
  creatorId: string
}

export function toTeam(row: Row): Team {
  return { ...row, createAt: ms(row.createAt), updateAt: ms(row.updateAt), deleteAt: ms(row.deleteAt) }
}

/** Returns the live teams of this user, or every live team if `userId` is undefined. */
export async function teamsOf(db: Db, userId: string | undefined): Promise<Team[]> {
  const mine = userId === undefined ? {} : { members: { some: { userId, deleteAt: 0 } } }
  const rows = await db.team.findMany({ where: { deleteAt: 0, ...mine }, orderBy: { name: 'asc' } })
  return rows.map(toTeam)
}

/** Returns the live team with this ID. */
export async function findTeam(db: Db, id: string): Promise<Team | undefined> {
  const { rows } = await db.pool.query<Team>({ name: 'team', text: liveTeam, values: [id] })
  return rows[0]
}

const liveTeam = `
  SELECT id, create_at::float8 AS "createAt", update_at::float8 AS "updateAt", delete_at::float8 AS "deleteAt", name,
    display_name AS "displayName", description, email, type, company_name AS "companyName",
    allowed_domains AS "allowedDomains", invite_id AS "inviteId", allow_open_invite AS "allowOpenInvite",
    creator_id AS "creatorId"
  FROM teams WHERE id = $1 AND delete_at = 0`

/** Returns the live teams with these IDs, by ID. */
export async function findTeams(db: Db, ids: string[]): Promise<Map<string, Team>> {
  const rows = await db.team.findMany({ where: { id: { in: ids }, deleteAt: 0 } })
  return new Map(rows.map(row => [row.id, toTeam(row)]))
}

/** Returns a live team's URL name. */
export async function findTeamName(db: Db, id: string): Promise<string | undefined> {
  const text = 'SELECT name FROM teams WHERE id = $1 AND delete_at = 0'
  const { rows } = await db.pool.query<{ name: string }>({ name: 'team name', text, values: [id] })
  return rows[0]?.name
}

/** Returns the URL name of the server's only live team; undefined if there are none or several. */
export async function onlyTeamName(db: Db): Promise<string | undefined> {
  const text = 'SELECT name FROM teams WHERE delete_at = 0 LIMIT 2'
  const { rows } = await db.pool.query<{ name: string }>({ name: 'only team', text })
  return rows.length === 1 ? rows[0]?.name : undefined
}

/** @returns undefined if there is no such live team */
export async function changeTeam(
  db: Db,
  id: string,
  changes: Partial<TeamChanges>,
  nowMs: number,
): Promise<Team | undefined> {
  await db.team.updateMany({ where: { id, deleteAt: 0 }, data: { ...changes, updateAt: nowMs } })
  return findTeam(db, id)
}

type TeamChanges = Omit<Team, 'id' | 'createAt' | 'updateAt' | 'deleteAt' | 'name' | 'inviteId' | 'creatorId'>

/** Whether the user is a live member of the live team with this name or this ID. */
export async function isTeamMember(
  db: Db,
  userId: string,
  team: { name: string } | { id: string },
): Promise<boolean> {
  const [by, value] = 'id' in team ? (['id', team.id] as const) : (['name', team.name] as const)
  const { rows } = await db.pool.query({
    name: `team member by ${by}`,
    text: `SELECT FROM team_members m JOIN teams ON teams.id = team_id AND teams.delete_at = 0
      WHERE user_id = $1 AND m.delete_at = 0 AND teams.${by} = $2`,
    values: [userId, value],
  })
  return rows.length > 0
}

export async function findTeamByName(db: Db, name: string): Promise<Team | undefined> {
  const row = await db.team.findFirst({ where: { name, deleteAt: 0 } })
  return row ? toTeam(row) : undefined
}

/** Returns the live teams that anyone can see and join. */
export async function openTeams(db: Db): Promise<Team[]> {
  const rows = await db.team.findMany({
    where: { deleteAt: 0, allowOpenInvite: true },
    orderBy: { name: 'asc' },
  })
  return rows.map(toTeam)
}

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
