import {
  administratorsOf,
  type Channel,
  findChannels,
  findHook,
  type HookBounds,
  type ManagedHook,
  teamRoles,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isTeamAdmin, mayRead } from '../../http/rights/rights.js'
import { Refused, refused } from '../../refusals/refused.js'

/** Returns how many hooks an owner and a team may have. */
export function hookBounds({ settings }: Pick<ApiDeps, 'settings'>): HookBounds {
  const { MaxHooksPerOwner: perOwner, MaxHooksPerTeam: perTeam } = settings()
  return { perOwner, perTeam }
}

type NotManaging = Refused<'only_admins_manage_hooks' | 'no_permission_api'>

/**
 * Returns why a user may not manage a team's hooks. Administrators manage all of them and members their own, unless
 * integrations are limited to administrators. The refusal then names some of them.
 */
export async function whyNotManaging(
  { db, settings }: ApiDeps,
  user: User,
  teamId: string,
): Promise<NotManaging | undefined> {
  if (await isTeamAdmin(db, user, teamId)) return undefined
  if ((await teamRoles(db, teamId, user.id)) === undefined) return refused('no_permission_api')
  if (!settings().EnableOnlyAdminIntegrations) return undefined
  const names = await administratorsToAsk({ db }, teamId)
  return refused('only_admins_manage_hooks', `Ask ${names.map(name => `@${name}`).join(' or ')}.`)
}

/** Enough that one of them is probably available. */
const shownAdministrators = 5

/**
 * Returns user names of some administrators who can manage every hook of a team and can allow members to manage
 * theirs.
 */
export function administratorsToAsk({ db }: Pick<ApiDeps, 'db'>, teamId: string): Promise<string[]> {
  return administratorsOf(db, teamId, shownAdministrators)
}

/** Returns a hook of the team in the path, for those who manage its hooks. */
export async function authorizeHook(
  deps: ApiDeps,
  user: User,
  { teamId, id }: { teamId: string; id: string },
): Promise<ManagedHook | Refused<'no_hook_here' | 'hook_of_other_team'> | NotManaging> {
  const hook = await findHook(deps.db, id)
  if (!hook) return refused('no_hook_here')
  if (hook.teamId !== teamId) return refused('hook_of_other_team')
  return (await whyNotManaging(deps, user, teamId)) ?? hook
}

/** Returns a hook to change it: other people's hooks only for administrators. */
export async function authorizeHookChange(
  deps: ApiDeps,
  user: User,
  wanted: { teamId: string; id: string },
): ReturnType<typeof authorizeHook> {
  const hook = await authorizeHook(deps, user, wanted)
  if (hook instanceof Refused || hook.userId === user.id) return hook
  return (await isTeamAdmin(deps.db, user, wanted.teamId)) ? hook : refused('no_permission_api')
}

/** Returns a channel that this user may choose for a hook: an active one that is public or that they can read. */
export async function authorizeTarget(
  deps: ApiDeps,
  user: User,
  channelId: string,
): Promise<Channel | Refused<'no_such_channel'> | NotManaging> {
  const channel = (await findChannels(deps.db, [channelId])).get(channelId)
  if (!channel || channel.deleteAt > 0) return refused('no_such_channel')
  const reason = await whyNotManaging(deps, user, channel.teamId)
  if (reason) return reason
  return (await mayPointAt(deps, user, channel)) ? channel : refused('no_permission_api')
}

/** Checks whether this user's hooks may post to a channel: a public one, or one that they can read. */
export async function mayPointAt(
  { db }: Pick<ApiDeps, 'db'>,
  user: User,
  { id, type }: Pick<Channel, 'id' | 'type'>,
): Promise<boolean> {
  return type === 'O' || mayRead(db, user, id)
}
