import {
  type Db,
  findChannels,
  findHooks,
  findReaders,
  findTeam,
  isTeamAdmin,
  isTeamMember,
  type User,
} from '@posthorn/db'
import { isSystemAdmin } from './caller.js'

/** Whether a user may do something, or the refusal that says why not. */
export type TeamAccess = 'granted' | 'no_permission_api' | 'no_such_team'
export type ChannelAccess = TeamAccess | 'no_such_channel'
export type HookAccess = TeamAccess | 'no_such_incoming_hook'

/** For a team's live members and system administrators; who is neither is not told whether it exists (spec 5.1). */
export async function teamAccess(db: Db, user: User, team: string): Promise<TeamAccess> {
  if (!isSystemAdmin(user))
    return (await isTeamMember(db, user.id, { id: team })) ? 'granted' : 'no_permission_api'
  return (await findTeam(db, team)) ? 'granted' : 'no_such_team'
}

/** For a channel's members and system administrators, through its own team; direct channels, through any (spec 5.3). */
export async function channelAccess(
  db: Db,
  user: User,
  team: string,
  channelId: string,
): Promise<ChannelAccess> {
  const access = await teamAccess(db, user, team)
  if (access !== 'granted') return access
  const channel = (await findChannels(db, [channelId])).get(channelId)
  if (!channel || (channel.teamId !== team && channel.type !== 'D')) return 'no_such_channel'
  const [reader] = await findReaders(db, [{ channelId, userId: user.id }])
  return reader ? 'granted' : 'no_permission_api'
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
  const manages = hook.userId === user.id || isSystemAdmin(user) || (await isTeamAdmin(db, user.id, team))
  return manages ? 'granted' : 'no_permission_api'
}
