import type { Db } from './open.js'

/** The roles of a live member of a live team, separated by spaces; undefined for anybody else. */
export async function teamRoles(db: Db, teamId: string, userId: string): Promise<string | undefined> {
  const member = await db.teamMember.findFirst({
    where: { teamId, userId, deleteAt: 0, team: { deleteAt: 0 } },
    select: { roles: true },
  })
  return member?.roles
}
