import type { IncomingMessage } from 'node:http'
import { type ChangeKind, isMultipart } from '@posthorn/core'
import { formatPart, senderHeadersIn, slackHookKey, slackHookParts } from '@posthorn/formats'
import { callCost } from '@posthorn/queue'
import {
  type BodyLimits,
  type BodyRules,
  callerIdsIn,
  countHookCall,
  inviteBody,
  nameHook,
  openBodyBudget,
  preflight,
  readBody,
  showToPages,
} from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accept } from '../accept.js'
import type { AcceptDeps, HookCall } from '../call.js'
import { readOwnPosts } from '../own-posts.js'
import { acceptTraced } from '../trace-call.js'
import { answer } from './answer.js'
import {
  answered,
  discordPaths,
  type HookRequest,
  type OnRequest,
  readForDiscord,
  withKeptFiles,
} from './discord-paths.js'
import { mistypedRoutes, type Respond } from './mistyped-paths.js'

const changes: Record<string, ChangeKind> = { PATCH: 'edit', DELETE: 'delete' }

type Serving = {
  limitBytes: number
  bodies?: BodyLimits | undefined
  /** The server's public address. Each request's own host by default. */
  baseUrl: string | undefined
}

/**
 * Registers POST /hooks/:key, and the same under its old path, and the calls about the hook's posts. The call is handled before
 * Fastify reads the body, so the key is checked before a byte of it is read, and no Content-Type is rejected for its syntax.
 */
export function hookRoutes(
  app: FastifyInstance,
  deps: AcceptDeps,
  { limitBytes, bodies, baseUrl }: Serving,
): void {
  let closing = false
  const budget = openBodyBudget(bodies)
  app.addHook('onClose', async () => budget.close())
  app.addHook('preClose', async () => {
    closing = true
    deps.waiters.close() // otherwise closing would wait for calls that wait for outcomes
  })
  const respond: Respond = (request, reply, { call, acceptance, adapter }) => {
    countHookCall(deps.counts, call, acceptance)
    nameHook(request, reply, call.hookId)
    return answer(reply, acceptance, { adapter, origin: originOf(request, baseUrl) })
  }
  const onRequest = async (request: HookRequest, reply: FastifyReply) => {
    const call = callOf(request, reply, { limitBytes, budget })
    if (request.headers.origin !== undefined) showToPages(reply)
    const accepted = await (deps.tracing ? acceptTraced(deps, deps.tracing, call) : accept(deps, call))
    const acceptance = accepted.sent?.adapter === 'discord' ? await withKeptFiles(deps, accepted) : accepted
    if (closing) reply.header('connection', 'close') // an idle connection would delay closing by more than a minute
    return respond(request, reply, { call, acceptance, adapter: adapterIn(request) })
  }
  const onRead = reading(deps, baseUrl, respond)
  keyPaths(app, onRequest)
  discordPaths(app, onRequest, onRead)
  mistypedRoutes(app, deps, onRequest, respond)
  ownPostRoutes(app, onRequest, onRead)
}

/** Returns the adapter that the URL names. Paths with the id of the hook are Discord's. */
function adapterIn({ params: { hook, adapter = hook && 'discord' } }: HookRequest): string | undefined {
  return adapter
}

function callOf(
  request: HookRequest,
  reply: FastifyReply,
  { limitBytes, budget }: Pick<BodyRules, 'limitBytes' | 'budget'>,
): HookCall {
  const { raw, headers } = request
  const [, query = ''] = request.url.split('?', 2)
  return {
    key: request.params.key,
    hookInPath: request.params.hook,
    address: request.ip,
    headers,
    contentType: headers['content-type'],
    query,
    // Standard Webhooks use `webhook-id` for the same purpose
    idempotencyKey: (headers['idempotency-key'] ?? headers['webhook-id'])?.toString(),
    wait: asksToWait(query),
    maybeLarge: maybeLarge(raw),
    requestId: request.id,
    caller: callerIdsIn(headers),
    adapter: adapterIn(request),
    senderHeaders: senderHeadersIn(headers),
    change: changeIn(request),
    limitBytes,
    readBody: owner => readBody(raw, { limitBytes, budget, owner, invite: () => inviteBody(reply) }),
    longBody: longForm(request, reply, limitBytes),
  }
}

/** Returns what handles calls that read. Discord's paths have the id of the hook. */
function reading(deps: AcceptDeps, baseUrl: string | undefined, respond: Respond): OnRequest {
  return async (request, reply) => {
    const { params, headers, ip: address, id: requestId } = request
    const { key, hook, target } = params
    const caller = callerIdsIn(headers)
    const call = { key, address, headers, hookInPath: hook, hookId: undefined, target, requestId, caller }
    if (headers.origin !== undefined) showToPages(reply)
    const read = await (hook
      ? readForDiscord(deps, call, originOf(request, baseUrl))
      : readOwnPosts(deps, call))
    if ('found' in read) return nameHook(request, reply, call.hookId).send(read.found)
    return respond(request, reply, { call, acceptance: read, adapter: hook && 'discord' })
  }
}

/** Returns the server's address for senders: `BASE_URL`, else the address of the request, without a trailing slash. */
function originOf({ protocol, host }: FastifyRequest, baseUrl: string | undefined): string {
  return baseUrl ?? `${protocol}://${host}`
}

/** Returns the change that a call by a post's or delivery's id makes. */
function changeIn({ method, params: { target } }: HookRequest): HookCall['change'] {
  const kind = changes[method]
  return kind && target !== undefined ? { kind, target } : undefined
}

const { workspace, webhook, secret } = slackHookParts
/** The whole path of an imported hook takes the place of the key, so its senders only need another host. */
const slackPath = `/services/:workspace(^${workspace}$)/:webhook(^${webhook}$)/:secret(^${secret}$)`

type SlackRequest = FastifyRequest<{ Params: Parameters<typeof slackHookKey>[0] }>

/** Registers the paths that post. */
function keyPaths(app: FastifyInstance, onRequest: OnRequest): void {
  // other characters cannot be a key: 404 without a lookup (docs/behaviour.md, sending)
  for (const path of ['/hooks/:key(^[A-Za-z0-9]+$)', '/api/v3/teams/:team/hooks/:key(^[A-Za-z0-9]+$)']) {
    app.post(path, { onRequest }, answered)
    app.options(path, preflight('POST'), answered)
  }
  app.post(`/hooks/:key(^[A-Za-z0-9]+$)/${formatPart}`, { onRequest }, answered)
  const asHook = (request: SlackRequest, reply: FastifyReply) =>
    onRequest(
      Object.assign(request, { params: { key: slackHookKey(request.params), adapter: 'slack' } }),
      reply,
    )
  app.post(slackPath, { onRequest: asHook }, answered)
  app.options(slackPath, preflight('POST'), answered)
}

/** Registers the calls that read, edit and delete the hook's own posts. */
function ownPostRoutes(app: FastifyInstance, onRequest: OnRequest, onRead: OnRequest): void {
  // a post's id never ends in 00, a delivery's always does
  for (const [noun, id] of [
    ['posts', '^(?!.{24}00$)[0-9a-z]{26}$'],
    ['deliveries', '^[0-9a-z]{24}00$'],
  ]) {
    const path = `/hooks/:key(^[A-Za-z0-9]+$)/${noun}/:target(${id})`
    app.route({ method: ['PATCH', 'DELETE'], url: path, onRequest, handler: answered })
    app.get(path, { onRequest: onRead }, answered)
    app.options(path, preflight('GET, PATCH, DELETE'), answered)
  }
}

/** Returns a form that has no length, or more than `limitBytes`. */
function longForm(
  { raw, headers }: HookRequest,
  reply: FastifyReply,
  limitBytes: number,
): HookCall['longBody'] {
  if (!isMultipart(headers['content-type'])) return undefined
  const length = headers['content-length']
  const bytes = length === undefined ? undefined : Number(length)
  if (bytes !== undefined && bytes <= limitBytes) return undefined
  const open = () => {
    inviteBody(reply)
    return raw
  }
  return { open, bytes }
}

/** Returns false only if the headers prove that the body costs no more than one call: a length, and no encoding. */
function maybeLarge({ headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return callCost(bytes, 0) > 1 || headers['content-encoding'] !== undefined
}

function asksToWait(query: string): boolean {
  return query !== '' && new URLSearchParams(query).get('wait') === 'true'
}
