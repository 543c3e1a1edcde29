import { type Channel, findChannels, findHook, type ManagedHook, teamRoles, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin, isTeamAdmin, mayRead } from '../../http/guards/rights.js'
import { type Refused, refused } from '../../refusals/refused.js'

/** Whether somebody manages a team's hooks: its administrators do; every member, when integrations are not only theirs. */
export async function mayManageHooks(
  { db, settings }: ApiDeps,
  user: User,
  teamId: string,
): Promise<boolean> {
  if (settings().EnableOnlyAdminIntegrations || isSystemAdmin(user)) return isTeamAdmin(db, user, teamId)
  return (await teamRoles(db, teamId, user.id)) !== undefined
}

/** A hook of the team in the path, for those who manage its hooks. */
export async function authorizeHook(
  deps: ApiDeps,
  user: User,
  { teamId, id }: { teamId: string; id: string },
): Promise<ManagedHook | Refused<'no_hook_here' | 'hook_of_other_team' | 'no_permission_api'>> {
  const hook = await findHook(deps.db, id)
  if (!hook) return refused('no_hook_here')
  if (hook.teamId !== teamId) return refused('hook_of_other_team')
  return (await mayManageHooks(deps, user, teamId)) ? hook : refused('no_permission_api')
}

/** The same, to change it: others' hooks only for administrators. */
export async function authorizeHookChange(
  deps: ApiDeps,
  user: User,
  wanted: { teamId: string; id: string },
): ReturnType<typeof authorizeHook> {
  const hook = await authorizeHook(deps, user, wanted)
  if (!('userId' in hook) || hook.userId === user.id) return hook
  return (await isTeamAdmin(deps.db, user, wanted.teamId)) ? hook : refused('no_permission_api')
}

/** A channel that this user may point hooks at: a live one, public or theirs to read. */
export async function authorizeTarget(
  deps: ApiDeps,
  user: User,
  channelId: string,
): Promise<Channel | Refused<'no_such_channel' | 'no_permission_api'>> {
  const channel = (await findChannels(deps.db, [channelId])).get(channelId)
  if (!channel || channel.deleteAt > 0) return refused('no_such_channel')
  if (!(await mayManageHooks(deps, user, channel.teamId))) return refused('no_permission_api')
  if (channel.type !== 'O' && !(await mayRead(deps.db, user, channelId))) return refused('no_permission_api')
  return channel
}
