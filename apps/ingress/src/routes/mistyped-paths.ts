import { type MistypedPath, mistypedPaths } from '@posthorn/formats'
import { callerIdsIn, type HookCaller, showToPages, tooManyRequests } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openHook, ownedHook } from '../accept.js'
import type { Acceptance, AcceptDeps } from '../call.js'
import { answered, type HookRequest, type OnRequest } from './discord-paths.js'

/** What a call became. `adapter`: the one that the URL names. */
type Ending = { call: HookCaller; acceptance: Acceptance; adapter?: string | undefined }

/** Counts a call and responds. */
export type Respond = (request: HookRequest, reply: FastifyReply, ending: Ending) => FastifyReply

type AnyRequest = FastifyRequest<{ Params: { '*': string } }>

/**
 * Registers all other paths below those of hooks for POST. A name in capitals works. Other mistakes get a 404 that says what is
 * wrong, and the owner of the key's hook sees them like other refused calls.
 */
export function mistypedRoutes(
  app: FastifyInstance,
  deps: AcceptDeps,
  onRequest: OnRequest,
  respond: Respond,
): void {
  const below = (base: string, read: (parts: string[]) => MistypedPath | undefined) => {
    const onMistyped = async (anyRequest: AnyRequest, reply: FastifyReply) => {
      const path = read(anyRequest.params['*'].split('/'))
      if (!path) return refuseStranger(deps, anyRequest, reply)
      const { key, hook, adapter, mistake } = path
      const request = Object.assign(anyRequest, { params: { key, hook, adapter } }) as unknown as HookRequest
      if (mistake === undefined) return onRequest(request, reply)
      const { ip: address, id: requestId, headers } = request
      const call = { key, hookInPath: hook, address, requestId, caller: callerIdsIn(headers) }
      if (request.headers.origin !== undefined) showToPages(reply)
      return respond(request, reply, { call, acceptance: await refusal(deps, call, mistake) })
    }
    app.post(`${base}/*`, { onRequest: onMistyped }, answered)
  }
  below('/hooks', mistypedPaths.hooks)
  below('/services', mistypedPaths.services)
  below('/api/webhooks', mistypedPaths.webhooks)
  below('/api/:version(^v(?![34]$)[0-9]{1,2}$)/webhooks', mistypedPaths.webhooks)
}

async function refuseStranger(
  { strangers }: AcceptDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const standing = await strangers.count(request.ip)
  if (standing?.admitted === false) return tooManyRequests(reply, standing)
  reply.callNotFound()
  return reply
}

/** Counts the call as one of its hook, or of its address if there is none. Nobody learns from the result whether a key is known. */
async function refusal(
  deps: AcceptDeps,
  call: HookCaller & { key: string },
  detail: string,
): Promise<Acceptance> {
  const opened = await openHook(deps, call)
  if ('outcome' in opened && opened.outcome === 'limited') return opened
  const standing = 'outcome' in opened ? opened.standing : await deps.entry.hookRate.count(ownedHook(opened))
  return standing?.admitted === false
    ? { outcome: 'limited', standing }
    : { outcome: 'bad_path', detail, standing }
}
