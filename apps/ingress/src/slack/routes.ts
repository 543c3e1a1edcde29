import { isTransient } from '@posthorn/db'
import {
  answerSlackErrors,
  type BodyRules,
  callerIdsIn,
  countSlackStranger,
  type Log,
  openSlackCall,
  type SlackFailure,
  type SlackResult,
  sendSlack,
  slackFailure,
  teamFailure,
  type Unread,
  unreadFailure,
} from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Acceptance, AcceptDeps, HookCall } from '../call.js'
import { largeFromBytes } from '../large-bodies/large-bodies.js'
import { nameHook } from '../name-hook.js'
import { originOf } from '../origin-of.js'
import { type Arguments, readArguments } from '../read-arguments.js'
import { authTest, getPermalink } from './about.js'
import { changeMessage } from './change-message.js'
import { completeUpload, getUploadUrl } from './files.js'
import type { MethodCall, RequestFacts } from './method-call.js'
import { type SlackMethod, slackMethods } from './methods.js'
import { postMessage } from './post-message.js'
import { findSender, inTeam } from './senders.js'

/** How Slack's API is served. */
export type SlackServing = {
  /** The server's public address. Each request's own host by default. */
  baseUrl: string | undefined
  /** Counts each call by its method. */
  count: ((method: SlackMethod) => void) | undefined
  log: Log | undefined
  isClosing: () => boolean
  idempotencyKeyOf: (message: FastifyRequest['raw']) => string | undefined
  counted: (call: HookCall, acceptance: Acceptance) => void
  /** Reads a body within the limits, as one of this owner. */
  readBody: (
    request: FastifyRequest,
    reply: FastifyReply,
    rules: Pick<BodyRules, 'owner'> & Partial<BodyRules>,
  ) => Promise<Uint8Array | Unread>
}

type Method = { run: (call: MethodCall) => Promise<SlackResult>; scope?: 'post' | 'read' }

/** `api.test` needs no sender, and Slack retired `files.upload`. `scope`: what a user's token needs. */
const methods: Record<Exclude<SlackMethod, 'api.test' | 'files.upload'>, Method> = {
  'auth.test': { run: authTest },
  'chat.postMessage': { run: postMessage, scope: 'post' },
  'chat.update': { run: call => changeMessage(call, 'chat.update'), scope: 'post' },
  'chat.delete': { run: call => changeMessage(call, 'chat.delete'), scope: 'post' },
  'chat.getPermalink': { run: getPermalink, scope: 'read' },
  'files.getUploadURLExternal': { run: getUploadUrl, scope: 'post' },
  'files.completeUploadExternal': { run: completeUpload, scope: 'post' },
}

/** The longest body of a caller who needs no token. */
const openBodyBytes = 16 * 1024

/**
 * Registers the methods of Slack's Web API that senders use (docs/compatibility.md). Like calls of hooks, they are handled before
 * Fastify reads the body.
 */
export function slackRoutes(app: FastifyInstance, deps: AcceptDeps, serving: SlackServing): void {
  answerSlackErrors(app, serving.log, error => (isTransient(error) ? 'service_unavailable' : 'fatal_error'))
  for (const method of slackMethods)
    app.route({
      method: ['GET', 'POST'],
      url: `/api/${method}`,
      handler: async () => {}, // `onRequest` has responded
      onRequest: async (request, reply) => {
        serving.count?.(method)
        const facts = factsOf(request, serving)
        let isCounted = false
        const counted: SlackServing['counted'] = (call, acceptance) => {
          isCounted = true
          serving.counted(call, acceptance)
        }
        const result = await answer(deps, { ...serving, counted }, { method, request, reply, facts })
        if ('error' in result && !isCounted) deps.logCall?.(facts, { outcome: result.error }, true)
        nameHook(request, reply, facts.hookId)
        return sendSlack(serving.isClosing() ? reply.header('connection', 'close') : reply, result)
      },
    })
}

type Incoming<Name = SlackMethod> = {
  method: Name
  request: FastifyRequest
  reply: FastifyReply
  facts: RequestFacts
}

async function answer(deps: AcceptDeps, serving: SlackServing, incoming: Incoming): Promise<SlackResult> {
  const { method, request, reply, facts } = incoming
  if (method === 'api.test') return answerTest(deps, serving, incoming)
  if (method === 'files.upload')
    return (await countSlackStranger(deps.strangers, request)) ?? slackFailure('method_deprecated')
  const { run, scope } = methods[method]
  const opened = await openSlackCall(request, {
    strangers: deps.strangers,
    findCaller: token => findSender(deps, { scope, call: Object.assign(facts, { key: token }) }),
    readBody: owner => serving.readBody(request, reply, { owner }),
  })
  if (opened.error !== undefined) return opened
  const { caller, body } = opened
  const read = await readInTurn(deps, caller.key, { ...incoming, body })
  if ('error' in read) return read
  const sender = inTeam(caller, read.args.team_id)
  if (!sender) return teamFailure(caller.teams?.length !== 0)
  const origin = originOf(request, serving.baseUrl)
  return run({ deps, sender, ...read, facts, origin, counted: serving.counted })
}

/** Returns the arguments to anybody, so they are short. */
async function answerTest(
  deps: AcceptDeps,
  serving: SlackServing,
  { method, request, reply }: Omit<Incoming, 'facts'>,
): Promise<SlackResult> {
  const refused = await countSlackStranger(deps.strangers, request)
  if (refused) return refused
  const body = await serving.readBody(request, reply, { owner: request.ip, limitBytes: openBodyBytes })
  if (typeof body === 'string') return unreadFailure(body)
  const read = await readInTurn(deps, request.ip, { method, request, body })
  return 'error' in read ? read : { fields: { args: read.args } }
}

/** Reads the arguments, a small body immediately, a large one when it is its turn. */
async function readInTurn(
  { largeBodies }: AcceptDeps,
  owner: string,
  { method, request, body }: Pick<Incoming, 'method' | 'request'> & { body: Uint8Array },
): Promise<Arguments | SlackFailure> {
  const [, query = ''] = request.url.split('?', 2)
  const unread = { body, contentType: request.headers['content-type'], query, method }
  const read =
    body.length > largeFromBytes
      ? await largeBodies.inTurn(owner, 'readArguments', unread)
      : readArguments(unread)
  if (read === 'no_room_for_body') return unreadFailure(read)
  return read.outcome === 'read' ? read : slackFailure(read.outcome, read.detail)
}

function factsOf(request: FastifyRequest, { idempotencyKeyOf }: SlackServing): RequestFacts {
  return {
    address: request.ip,
    headers: request.headers,
    requestId: request.id,
    caller: callerIdsIn(request.headers),
    idempotencyKey: idempotencyKeyOf(request.raw),
  }
}
