import { Id } from '@posthorn/contract'
import { type Channel, findChannels, findHooks, findTeam, isOwnBot, isTeamMember } from '@posthorn/db'
import { z } from 'zod'
import type { ApiDeps } from '../../deps.js'
import { Refused, refused } from '../../refusals/refused.js'
import type { Caller } from '../callers/caller.js'
import { isSystemAdmin, isTeamAdmin, mayRead } from '../rights/rights.js'

/** The parameters that guards read; each path has those that its guard needs. */
export type GuardedParams = { team: string; channel: string; hook: string }

export type InTeam = { caller: Caller; teamId: string }
export type InChannel = InTeam & { channel: Channel }
export type OnHook = InTeam & { hookId: string }

/** For a team's active members and system administrators; to others the team does not exist. */
export async function requireTeamMember(
  { db }: ApiDeps,
  caller: Caller,
  { team }: Pick<GuardedParams, 'team'>,
): Promise<InTeam | Refused> {
  const granted = { caller, teamId: team }
  if (!isSystemAdmin(caller.user))
    return (await isTeamMember(db, caller.user.id, { id: team })) ? granted : refused('no_permission_api')
  return (await findTeam(db, team)) ? granted : refused('no_such_team')
}

/**
 * Returns a channel of this team, or a direct one, which belongs to every team. Does not check that the caller can
 * read it.
 */
export async function requireChannelInTeam(
  deps: ApiDeps,
  caller: Caller,
  params: Pick<GuardedParams, 'team' | 'channel'>,
): Promise<InChannel | Refused> {
  const inTeam = await requireTeamMember(deps, caller, params)
  if (inTeam instanceof Refused) return inTeam
  const channel = (await findChannels(deps.db, [params.channel])).get(params.channel)
  const isReached = channel && (channel.teamId === params.team || channel.type === 'D')
  return isReached ? { ...inTeam, channel } : refused('no_such_channel')
}

/**
 * Returns the channel for its members and system administrators, who may read it, post to it and manage its members.
 */
export async function requireMember(
  deps: ApiDeps,
  caller: Caller,
  params: Pick<GuardedParams, 'team' | 'channel'>,
): Promise<InChannel | Refused> {
  const reached = await requireChannelInTeam(deps, caller, params)
  if (reached instanceof Refused) return reached
  return (await mayRead(deps.db, caller.user, params.channel)) ? reached : refused('no_permission_api')
}

const Target = z.object({ channel_id: Id })
const Itself = z.object({ id: Id })

/** Returns the channel that the body names, whether or not the rest of the body is valid. */
export async function requireTargetMember(
  deps: ApiDeps,
  caller: Caller,
  { team, channel = '' }: Pick<GuardedParams, 'team'> & Partial<GuardedParams>,
  body: unknown,
): Promise<InChannel | Refused> {
  const target = Target.safeParse(body).data?.channel_id ?? (channel || Itself.safeParse(body).data?.id)
  if (target !== undefined) return requireMember(deps, caller, { team, channel: target })
  const inTeam = await requireTeamMember(deps, caller, { team })
  return inTeam instanceof Refused
    ? inTeam
    : refused('bad_parameter', 'Send the id of a channel in the body.')
}

/**
 * For a hook's creator, the administrators of its team and system administrators, through that team. Includes
 * deleted hooks, whose history remains, and in the place of a hook the caller and the caller's bots, who send by tokens.
 */
export async function requireHookOwner(
  deps: ApiDeps,
  caller: Caller,
  params: Pick<GuardedParams, 'team' | 'hook'>,
): Promise<OnHook | Refused> {
  const inTeam = await requireTeamMember(deps, caller, params)
  if (inTeam instanceof Refused) return inTeam
  const hook = (await findHooks(deps.db, [params.hook])).get(params.hook)
  if (!hook) return requireSender(deps, inTeam, params.hook)
  if (hook.teamId !== params.team) return refused('no_such_incoming_hook')
  const isOwner = hook.userId === caller.user.id || (await isTeamAdmin(deps.db, caller.user, params.team))
  return isOwner ? { ...inTeam, hookId: params.hook } : refused('no_permission_api')
}

async function requireSender({ db }: ApiDeps, inTeam: InTeam, senderId: string): Promise<OnHook | Refused> {
  const { id } = inTeam.caller.user
  const isOwn = senderId === id || (await isOwnBot(db, senderId, id))
  return isOwn ? { ...inTeam, hookId: senderId } : refused('no_such_incoming_hook')
}
