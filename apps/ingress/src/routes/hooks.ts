import type { IncomingMessage } from 'node:http'
import { type ChangeKind, isMultipart } from '@posthorn/core'
import { adapterHeaders } from '@posthorn/formats'
import { callCost } from '@posthorn/queue'
import {
  type BodyLimits,
  callerIdsIn,
  countHookCall,
  type HookCaller,
  inviteBody,
  nameHook,
  openBodyBudget,
  readBody,
} from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accept } from '../accept.js'
import type { Acceptance, AcceptDeps, HookCall } from '../call.js'
import { type ReadingCall, readOwnPosts } from '../own-posts.js'
import { acceptTraced } from '../trace-call.js'
import { answer } from './answer.js'
import { preflight, showToPages } from './cors.js'
import { discordPaths, formatPart, type HookRequest, readForDiscord, withKeptFiles } from './discord-paths.js'
import { mistypedPaths } from './mistyped-paths.js'
import { slackHookPath } from './slack-path.js'

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
  const onRequest = async (request: HookRequest, reply: FastifyReply) => {
    const [, query = ''] = request.url.split('?', 2)
    const { key, hook, adapter = hook && 'discord' } = request.params
    const call: HookCall = {
      key,
      hookInPath: hook,
      address: request.ip,
      headers: request.headers,
      contentType: request.headers['content-type'],
      query,
      idempotencyKey: idempotencyKeyOf(request.raw),
      wait: asksToWait(query),
      maybeLarge: maybeLarge(request.raw),
      requestId: request.id,
      caller: callerIdsIn(request.headers),
      adapter,
      senderHeaders: senderHeadersOf(request.raw),
      change: changeIn(request),
      limitBytes,
      readBody: owner =>
        readBody(request.raw, { limitBytes, budget, owner, invite: () => inviteBody(reply) }),
      longBody: longForm(request, reply, limitBytes),
    }
    if (request.headers.origin !== undefined) showToPages(reply)
    const acceptance = await acceptAndCount(deps, call)
    if (closing) reply.header('connection', 'close') // an idle connection would delay closing by more than a minute
    nameHook(request, reply, call.hookId)
    return answer(reply, acceptance, { adapter, origin: originOf(request, baseUrl) })
  }
  keyPaths(app, onRequest)
  const onRead = reading(deps, baseUrl)
  discordPaths(app, onRequest, onRead)
  mistypedPaths(app, deps, { onRequest, refuse: refusing(deps, baseUrl) })
  ownPostRoutes(app, onRequest, onRead)
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

async function acceptAndCount(deps: AcceptDeps, call: HookCall): Promise<Acceptance> {
  const acceptance = await (deps.tracing ? acceptTraced(deps, call) : accept(deps, call))
  countHookCall(deps.counts, call, acceptance)
  return acceptance.sent?.adapter === 'discord' ? withKeptFiles(deps, acceptance) : acceptance
}

type OnRequest = (request: HookRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Registers the paths that post. */
function keyPaths(app: FastifyInstance, onRequest: OnRequest): void {
  // other characters cannot be a key: 404 without a lookup (docs/behaviour.md, sending)
  for (const path of ['/hooks/:key(^[A-Za-z0-9]+$)', '/api/v3/teams/:team/hooks/:key(^[A-Za-z0-9]+$)']) {
    app.post(path, { onRequest }, answered)
    app.options(path, preflight('POST'), answered)
  }
  app.post(`/hooks/:key(^[A-Za-z0-9]+$)/${formatPart}`, { onRequest }, answered)
  slackHookPath(app, onRequest)
}

/** The handler proper runs before the body is read. */
const answered = async () => {}

/** Returns what handles calls that read. Discord's paths have the id of the hook. */
function reading(deps: AcceptDeps, baseUrl: string | undefined) {
  return async (request: HookRequest, reply: FastifyReply) => {
    const { params, headers, ip, id } = request
    const { key, hook, target } = params
    const origin = originOf(request, baseUrl)
    const call: ReadingCall = { key, address: ip, headers, hookInPath: hook, target }
    if (headers.origin !== undefined) showToPages(reply)
    const read = await (hook ? readForDiscord(deps, call, origin) : readOwnPosts(deps, call))
    nameHook(request, reply, call.hookId)
    if ('found' in read) return reply.send(read.found)
    countHookCall(deps.counts, { ...call, requestId: id, caller: callerIdsIn(headers) }, read)
    return answer(reply, read, { adapter: hook && 'discord', origin })
  }
}

/** Returns what counts and answers calls whose path is mistyped. */
function refusing(deps: AcceptDeps, baseUrl: string | undefined) {
  return (request: HookRequest, reply: FastifyReply, call: HookCaller, acceptance: Acceptance) => {
    if (request.headers.origin !== undefined) showToPages(reply)
    countHookCall(deps.counts, call, acceptance)
    nameHook(request, reply, call.hookId)
    return answer(reply, acceptance, { origin: originOf(request, baseUrl) })
  }
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

/** Returns the Idempotency-Key header, or else the one that Standard Webhooks use for the same purpose. */
function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  return (headers['idempotency-key'] ?? headers['webhook-id'])?.toString()
}

/** Returns false only if the headers prove that the body costs no more than one call: a length, and no encoding. */
function maybeLarge({ headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return callCost(bytes, 0) > 1 || headers['content-encoding'] !== undefined
}

function asksToWait(query: string): boolean {
  return query !== '' && new URLSearchParams(query).get('wait') === 'true'
}

/** Returns the headers that adapters read. Most senders have none of them. */
function senderHeadersOf({ headers }: IncomingMessage): Record<string, string> | undefined {
  let found: Record<string, string> | undefined
  for (const name of adapterHeaders) {
    const value = headers[name]
    if (typeof value !== 'string') continue
    found ??= {}
    found[name] = value.slice(0, maxHeaderLength)
  }
  return found
}

const maxHeaderLength = 255
