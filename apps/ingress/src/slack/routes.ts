import { isTransient } from '@posthorn/db'
import {
  answerSlackErrors,
  callerIdsIn,
  isHookRefusal,
  type Log,
  readSlackCall,
  type SlackResult,
  sendSlack,
  slackErrorOf,
  slackFailure,
} from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Acceptance, AcceptDeps, HookCall, Unread } from '../call.js'
import { originOf } from '../origin-of.js'
import { authTest, getPermalink } from './about.js'
import { changeMessage } from './change-message.js'
import { completeUpload, getUploadUrl } from './files.js'
import type { MethodCall, RequestFacts } from './method-call.js'
import { type SlackMethod, slackMethods } from './methods.js'
import { postMessage } from './post-message.js'
import { findSender } from './senders.js'

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
  readBody: (request: FastifyRequest, reply: FastifyReply, owner: string) => Promise<Uint8Array | Unread>
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
        const result = await answer(deps, serving, { method, request, reply })
        return sendSlack(serving.isClosing() ? reply.header('connection', 'close') : reply, result)
      },
    })
}

type Incoming = { method: SlackMethod; request: FastifyRequest; reply: FastifyReply }

async function answer(
  deps: AcceptDeps,
  serving: SlackServing,
  { method, request, reply }: Incoming,
): Promise<SlackResult> {
  if (method === 'files.upload') return slackFailure('method_deprecated') // without reading the file
  const body = await serving.readBody(request, reply, request.ip)
  if (typeof body === 'string') return unreadBody(body)
  const read = readSlackCall(request, body)
  if ('error' in read) return read
  const { token, args } = read
  if (method === 'api.test') return { fields: { args } }
  const facts = factsOf(request, serving)
  const sender = await findSender(deps, {
    token,
    teamId: args.team_id,
    call: { key: '', ...facts },
  })
  if ('error' in sender) return sender
  const { run, scope } = methods[method]
  if (sender.user && scope && !sender.scopes.includes(scope))
    return slackFailure('missing_scope', undefined, { needed: scope, provided: sender.scopes.join(',') })
  const origin = originOf(request, serving.baseUrl)
  return run({ deps, sender, args, facts, origin, counted: serving.counted })
}

function unreadBody(why: Unread): SlackResult {
  if (isHookRefusal(why)) return slackFailure(slackErrorOf[why])
  return slackFailure(
    why === 'aborted' ? 'request_timeout' : 'invalid_form_data',
    'Send gzip, or no encoding.',
  )
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
