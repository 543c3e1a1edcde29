import type { Allow, Call, RefusalName } from '@posthorn/contract'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import { type Refused, refused } from '../../refusals/refused.js'
import { type Caller, callerOf, hasScope } from '../callers/caller.js'
import { isSystemAdmin } from '../rights/rights.js'
import {
  type GuardedParams,
  type InChannel,
  type InTeam,
  type OnHook,
  requireChannelInTeam,
  requireHookOwner,
  requireMember,
  requireTargetMember,
  requireTeamMember,
} from './requirements.js'

/** The objects that a guard loads for the call. */
export type Granted = {
  anybody: { caller?: never }
  optional_user: { caller: Caller | undefined }
  user: { caller: Caller }
  system_admin: { caller: Caller }
  team_member: InTeam
  channel_team_member: InChannel
  channel_member: InChannel
  target_channel_member: InChannel
  hook_owner: OnHook
}

/** The refusals of a guard. */
export const refusedBy: Record<Allow, RefusalName[]> = {
  anybody: [],
  optional_user: ['scope_missing'],
  user: ['no_session', 'scope_missing'],
  system_admin: ['no_session', 'scope_missing', 'no_permission_api'],
  team_member: ['no_session', 'scope_missing', 'no_permission_api', 'no_such_team'],
  channel_team_member: [
    'no_session',
    'scope_missing',
    'no_permission_api',
    'no_such_team',
    'no_such_channel',
  ],
  channel_member: ['no_session', 'scope_missing', 'no_permission_api', 'no_such_team', 'no_such_channel'],
  target_channel_member: [
    'no_session',
    'scope_missing',
    'no_permission_api',
    'no_such_team',
    'no_such_channel',
  ],
  hook_owner: ['no_session', 'scope_missing', 'no_permission_api', 'no_such_team', 'no_such_incoming_hook'],
}

type Guard<Name extends Allow> = (
  deps: ApiDeps,
  caller: Caller,
  params: GuardedParams,
  body: unknown,
) => Promise<Granted[Name] | Refused>

/** For callers with a session. */
export type ForSessions = Exclude<Allow, 'anybody' | 'optional_user'>

const guards: { [Name in ForSessions]: Guard<Name> } = {
  user: async (_deps, caller) => ({ caller }),
  system_admin: async (_deps, caller) =>
    isSystemAdmin(caller.user) ? { caller } : refused('no_permission_api'),
  team_member: requireTeamMember,
  channel_team_member: requireChannelInTeam,
  channel_member: requireMember,
  target_channel_member: requireTargetMember,
  hook_owner: requireHookOwner,
}

/** Checks whether a call needs a session. */
export function needsSession(allow: Allow): allow is ForSessions {
  return allow !== 'anybody' && allow !== 'optional_user'
}

/** Runs a call's guard. The session was checked before. */
export async function admit({ allow, scope }: Call, deps: ApiDeps, request: FastifyRequest) {
  const caller = callerOf(request)
  if (caller && scope && !hasScope(caller.session, scope)) return scopeMissing(scope)
  if (!needsSession(allow)) return { caller }
  if (!caller) return refused('no_session')
  return guards[allow](deps, caller, request.params as GuardedParams, request.body)
}

function scopeMissing(scope: NonNullable<Call['scope']>): Refused {
  const wanted = scope === 'none' ? 'Apps cannot make this call.' : `This token lacks the \`${scope}\` scope.`
  return refused('scope_missing', wanted)
}
