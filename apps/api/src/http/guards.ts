import { type Allow, Id, type RefusalName } from '@posthorn/contract'
import type { Channel } from '@posthorn/db'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hookAccess, openChannel, reachChannel, teamAccess } from '../access.js'
import { isSystemAdmin } from '../caller.js'
import type { ApiDeps } from '../deps.js'
import { type Caller, callerOf } from './caller.js'
import { type Refused, refused } from './refused.js'

type InTeam = { caller: Caller; teamId: string }

/** What a guard lets through brings with it. */
export type Granted = {
  anybody: { caller?: never }
  optional_user: { caller: Caller | undefined }
  user: { caller: Caller }
  system_admin: { caller: Caller }
  team_member: InTeam
  channel_team_member: InTeam & { channel: Channel }
  channel_member: InTeam & { channel: Channel }
  target_channel_member: InTeam & { channel: Channel }
  hook_owner: InTeam & { hookId: string }
}

/** What a guard refuses. */
export const refusedBy: Record<Allow, RefusalName[]> = {
  anybody: [],
  optional_user: [],
  user: ['no_session'],
  system_admin: ['no_session', 'no_permission_api'],
  team_member: ['no_session', 'no_permission_api', 'no_such_team'],
  channel_team_member: ['no_session', 'no_permission_api', 'no_such_team', 'no_such_channel'],
  channel_member: ['no_session', 'no_permission_api', 'no_such_team', 'no_such_channel'],
  target_channel_member: ['no_session', 'no_permission_api', 'no_such_team', 'no_such_channel'],
  hook_owner: ['no_session', 'no_permission_api', 'no_such_team', 'no_such_incoming_hook'],
}

type Params = { team: string; channel: string; hook: string }

type Guard<Name extends Allow> = (
  deps: ApiDeps,
  caller: Caller,
  params: Params,
  body: unknown,
) => Promise<Granted[Name] | Refused>

type Guarded = Exclude<Allow, 'anybody' | 'optional_user'>

const Target = z.object({ channel_id: Id })

async function readChannel(
  { db }: ApiDeps,
  caller: Caller,
  { team, channel: id }: Pick<Params, 'team' | 'channel'>,
): Promise<Granted['channel_member'] | Refused> {
  const channel = await openChannel(db, caller.user, team, id)
  return typeof channel === 'string' ? refused(channel) : { caller, teamId: team, channel }
}

const guards: { [Name in Guarded]: Guard<Name> } = {
  user: async (_deps, caller) => ({ caller }),
  system_admin: async (_deps, caller) =>
    isSystemAdmin(caller.user) ? { caller } : refused('no_permission_api'),
  team_member: async ({ db }, caller, { team }) => {
    const access = await teamAccess(db, caller.user, team)
    return access === 'granted' ? { caller, teamId: team } : refused(access)
  },
  channel_team_member: async ({ db }, caller, { team, channel: id }) => {
    const channel = await reachChannel(db, caller.user, team, id)
    return typeof channel === 'string' ? refused(channel) : { caller, teamId: team, channel }
  },
  channel_member: readChannel,
  target_channel_member: (deps, caller, { team, channel }, body) => {
    const named = Target.safeParse(body)
    return readChannel(deps, caller, { team, channel: named.success ? named.data.channel_id : channel })
  },
  hook_owner: async ({ db }, caller, { team, hook }) => {
    const access = await hookAccess(db, caller.user, team, hook)
    return access === 'granted' ? { caller, teamId: team, hookId: hook } : refused(access)
  },
}

/** Whether a call is for those only who have a session. */
export function needsSession(allow: Allow): allow is Guarded {
  return allow !== 'anybody' && allow !== 'optional_user'
}

/** Asks the guard of a call whether this request may make it. Its session was asked for before. */
export async function admit<Name extends Allow>(
  allow: Name,
  deps: ApiDeps,
  request: FastifyRequest,
): Promise<Granted[Name] | Refused> {
  const caller = callerOf(request)
  if (!needsSession(allow)) return { caller } as unknown as Granted[Name]
  if (!caller) return refused('no_session')
  return guards[allow](deps, caller, request.params as Params, request.body) as Promise<
    Granted[Name] | Refused
  >
}
