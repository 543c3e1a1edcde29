import type { HookObject } from '@posthorn/contract'
import type { ManagedHook } from '@posthorn/db'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import type { Caller } from '../../http/callers/caller.js'
import { ownOrigin } from '../../http/own-origin.js'
import { hookObject } from '../../objects/hook-object.js'

type Call = { deps: ApiDeps; caller: Caller; request: FastifyRequest; reply: FastifyReply }

/** The only answer that contains a key, so no cache may store it. */
export function answerWithKey({ deps, request, reply }: Call, hook: ManagedHook, key: string): HookObject {
  reply.header('cache-control', 'no-store')
  const origin = ownOrigin(deps, request) ?? ''
  return hookObject(hook, `${origin}/hooks/${key}`)
}

export function logChange(
  { deps, caller, request }: Call,
  what: string,
  { id, teamId }: Pick<ManagedHook, 'id' | 'teamId'>,
): void {
  deps.log.info({ request_id: request.id, user: caller.user.id, hook: id, team: teamId }, what)
}
