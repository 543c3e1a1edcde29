import type { Db } from '../connection/open.js'

/** The roles of a live member of a live team, separated by spaces; undefined for anybody else. */
export async function teamRoles(db: Db, teamId: string, userId: string): Promise<string | undefined> {
  const member = await db.teamMember.findFirst({
    where: { teamId, userId, deleteAt: 0, team: { deleteAt: 0 } },
    select: { roles: true },
  })
  return member?.roles
}

/** Another user's name, and whether they are a live member of this team; undefined when there is no such user. */
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
