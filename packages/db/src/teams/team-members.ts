import type { Db } from '../connection/open.js'

/** Returns the roles of a live member of a live team, separated by spaces, or undefined. */
export async function teamRoles(db: Db, teamId: string, userId: string): Promise<string | undefined> {
  const member = await db.teamMember.findFirst({
    where: { teamId, userId, deleteAt: 0, team: { deleteAt: 0 } },
    select: { roles: true },
  })
  return member?.roles
}

/**
 * Returns another user's name and whether they are a live member of this team, or undefined if there is no such
 * user.
 */
export async function findUserInTeam(
  db: Db,
  teamId: string,
  userId: string,
): Promise<{ username: string; inTeam: boolean } | undefined> {
  const row = await db.user.findUnique({
    where: { id: userId },
    select: { username: true, teams: { where: { teamId, deleteAt: 0 }, select: { teamId: true } } },
  })
  return row ? { username: row.username, inTeam: row.teams.length > 0 } : undefined
}

/** Returns user names of active administrators of a team: its own first, then the system's. */
export async function administratorsOf(db: Db, teamId: string, most: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ username: string }[]>`
    SELECT username FROM users LEFT JOIN team_members member
      ON member.user_id = users.id AND member.team_id = ${teamId} AND member.delete_at = 0
    WHERE users.delete_at = 0 AND (
      'team_admin' = ANY(string_to_array(member.roles, ' ')) OR 'system_admin' = ANY(string_to_array(users.roles, ' ')))
    ORDER BY 'team_admin' = ANY(string_to_array(coalesce(member.roles, ''), ' ')) DESC, username LIMIT ${most}`
  return rows.map(({ username }) => username)
}
