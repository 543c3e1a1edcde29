import { type Channel, type Db, findReaders, teamRoles, type User } from '@posthorn/db'

export function isSystemAdmin({ roles }: User): boolean {
  return roles.split(' ').includes('system_admin')
}

/**
 * Checks whether a user administers a team: its own administrators and the system's. Direct channels have no team.
 */
export async function isTeamAdmin(db: Db, user: User, teamId: string): Promise<boolean> {
  if (teamId === '') return false
  if (isSystemAdmin(user)) return true
  return (await teamRoles(db, teamId, user.id))?.split(' ').includes('team_admin') ?? false
}

/** Checks whether a user may manage a channel: its creator and its team's administrators. */
export async function isChannelAdmin(db: Db, user: User, { creatorId, teamId }: Channel): Promise<boolean> {
  return creatorId === user.id || isTeamAdmin(db, user, teamId)
}

/** Checks whether a user may read a channel: its members and system administrators. */
export async function mayRead(db: Db, user: User, channelId: string): Promise<boolean> {
  return (await findReaders(db, [{ channelId, userId: user.id }])).length > 0
}
