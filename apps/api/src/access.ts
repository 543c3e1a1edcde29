import {
  type Channel,
  type Db,
  findChannels,
  findHooks,
  findReaders,
  findTeam,
  isTeamMember,
  type User,
} from '@posthorn/db'
import { isSystemAdmin } from './caller.js'
import { isTeamAdmin } from './rights.js'

/** Whether a user may do something, or the refusal that says why not. */
export type TeamAccess = 'granted' | 'no_permission_api' | 'no_such_team'
export type HookAccess = TeamAccess | 'no_such_incoming_hook'

/** A channel, or the refusal that says why this user gets no further. */
export type Reached = Channel | 'no_permission_api' | 'no_such_team' | 'no_such_channel'

/** For a team's live members and system administrators; who is neither is not told whether it exists. */
export async function teamAccess(db: Db, user: User, team: string): Promise<TeamAccess> {
  if (!isSystemAdmin(user))
    return (await isTeamMember(db, user.id, { id: team })) ? 'granted' : 'no_permission_api'
  return (await findTeam(db, team)) ? 'granted' : 'no_such_team'
}

/** A channel of this team, or a direct one, which is reached through any team. Not for reading it yet. */
export async function reachChannel(db: Db, user: User, team: string, channelId: string): Promise<Reached> {
  const access = await teamAccess(db, user, team)
  if (access !== 'granted') return access
  const channel = (await findChannels(db, [channelId])).get(channelId)
  return channel && (channel.teamId === team || channel.type === 'D') ? channel : 'no_such_channel'
}

/** The same for its members and system administrators: they may read it, post to it and see to its members. */
export async function openChannel(db: Db, user: User, team: string, channelId: string): Promise<Reached> {
  const channel = await reachChannel(db, user, team, channelId)
  if (typeof channel === 'string') return channel
  return (await mayRead(db, user, channelId)) ? channel : 'no_permission_api'
}

export async function mayRead(db: Db, user: User, channelId: string): Promise<boolean> {
  return (await findReaders(db, [{ channelId, userId: user.id }])).length > 0
}

/**
 * For a hook's creator, the administrators of its team and system administrators, through that team. A deleted hook
 * still has its history.
 */
export async function hookAccess(db: Db, user: User, team: string, hookId: string): Promise<HookAccess> {
  const access = await teamAccess(db, user, team)
  if (access !== 'granted') return access
  const hook = (await findHooks(db, [hookId])).get(hookId)
  if (hook?.teamId !== team) return 'no_such_incoming_hook'
  const manages = hook.userId === user.id || (await isTeamAdmin(db, user, team))
  return manages ? 'granted' : 'no_permission_api'
}
