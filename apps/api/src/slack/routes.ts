import { callerIdsIn, inviteBody, largeFromBytes, nameHook, readBody } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'
import { Refused } from '../refusals/refused.js'
import { authTest, getPermalink } from './about.js'
import { answerSlackErrors, type SlackFailure, type SlackResult, sendSlack, slackFailure } from './answers.js'
import { findCaller, type SlackCall } from './callers.js'
import { changeMessage } from './change-message.js'
import { conversationInfo, joinConversation, listConversations } from './conversations.js'
import type { CallFrom, SendingCall } from './deliver.js'
import { completeUpload, getUploadUrl } from './files.js'
import { history, replies } from './messages.js'
import { type SendingMethod, sendingMethods } from './open.js'
import { countSlackStranger, openSlackCall, teamFailure, unreadFailure } from './open-call.js'
import { postMessage } from './post-message.js'
import { type Arguments, readArguments } from './read-arguments.js'
import { findSender, inTeam } from './senders.js'
import { listUsers, lookUpByEmail, userInfo } from './users.js'

/** `scope`: what a user's token needs. */
type Method<Call> = { run: (call: Call) => Promise<SlackResult>; scope?: 'post' | 'read' | 'manage' }

/** The methods that senders use. `api.test` needs no sender, and Slack retired `files.upload`. */
const sending: Record<Exclude<SendingMethod, 'api.test' | 'files.upload'>, Method<SendingCall>> = {
  'auth.test': { run: authTest },
  'chat.postMessage': { run: postMessage, scope: 'post' },
  'chat.update': { run: call => changeMessage(call, 'chat.update'), scope: 'post' },
  'chat.delete': { run: call => changeMessage(call, 'chat.delete'), scope: 'post' },
  'chat.getPermalink': { run: getPermalink, scope: 'read' },
  'files.getUploadURLExternal': { run: getUploadUrl, scope: 'post' },
  'files.completeUploadExternal': { run: completeUpload, scope: 'post' },
}

/** The methods that read. A hook's key cannot. */
const reading: Record<string, Required<Method<SlackCall>>> = {
  'conversations.list': { run: listConversations, scope: 'read' },
  'conversations.info': { run: conversationInfo, scope: 'read' },
  'conversations.history': { run: history, scope: 'read' },
  'conversations.replies': { run: replies, scope: 'read' },
  'conversations.join': { run: joinConversation, scope: 'manage' },
  'users.info': { run: userInfo, scope: 'read' },
  'users.list': { run: listUsers, scope: 'read' },
  'users.lookupByEmail': { run: lookUpByEmail, scope: 'read' },
}

/** A method's name has a dot. Other paths below /api are those of API v3 and others. */
const anyMethod = '/api/:method(^[A-Za-z]+\\.[A-Za-z.]+$)'

/** The longest body of a method that reads, and of a caller who needs no token. */
const shortBodyBytes = 16 * 1024

type Incoming = { method: string; request: FastifyRequest; reply: FastifyReply }

/**
 * Serves the methods of Slack's Web API (docs/compatibility.md). Like calls of hooks, they are handled before Fastify reads the
 * body.
 */
export function slackRoutes(deps: ApiDeps): (app: FastifyInstance) => Promise<void> {
  return async app => {
    answerSlackErrors(app, deps.log)
    app.addHook('preClose', async () => deps.sending.stopWaiting()) // otherwise closing would wait for outcomes
    const add = (path: string, answer: (incoming: Incoming) => Promise<SlackResult>) =>
      app.route({
        method: ['GET', 'POST'],
        url: path,
        schema: { hide: true },
        handler: async () => {}, // `onRequest` has responded
        onRequest: async (request, reply) =>
          sendSlack(reply, await answer({ method: path.slice('/api/'.length), request, reply })),
      })
    for (const method of sendingMethods)
      add(`/api/${method}`, incoming => answerCounted(deps, method, incoming))
    for (const [method, how] of Object.entries(reading))
      add(`/api/${method}`, incoming => answerReading(deps, how, incoming))
    add(anyMethod, ({ request }) => refuseStranger(deps, request, 'unknown_method'))
  }
}

async function refuseStranger(
  { strangers }: ApiDeps,
  request: FastifyRequest,
  error: 'unknown_method' | 'method_deprecated',
): Promise<SlackFailure> {
  return (await countSlackStranger(strangers, request)) ?? slackFailure(error)
}

/** Counts and logs a call that sends, like a call of a hook. */
async function answerCounted(deps: ApiDeps, method: SendingMethod, incoming: Incoming): Promise<SlackResult> {
  const { countMethod, counts } = deps.slack
  countMethod?.(method)
  const from = fromOf(incoming.request)
  const result = await answerSending(deps, method, { ...incoming, from })
  if ('error' in result && !from.isCounted) counts.logCall?.(from, { outcome: result.error }, true)
  nameHook(incoming.request, incoming.reply, from.hookId)
  return result
}

function fromOf({ ip: address, headers, id: requestId }: FastifyRequest): CallFrom {
  const idempotencyKey = (headers['idempotency-key'] ?? headers['webhook-id'])?.toString()
  return { address, headers, requestId, caller: callerIdsIn(headers), idempotencyKey }
}

async function answerSending(
  deps: ApiDeps,
  method: SendingMethod,
  { from, ...incoming }: Incoming & { from: CallFrom },
): Promise<SlackResult> {
  if (method === 'api.test') return answerTest(deps, incoming)
  if (method === 'files.upload') return refuseStranger(deps, incoming.request, 'method_deprecated')
  const { request } = incoming
  const { run, scope } = sending[method]
  const opened = await openSlackCall(request, {
    strangers: deps.strangers,
    findCaller: token => findSender(deps, { token, scope, call: from }),
    readBody: owner => readWithin(deps, incoming, owner, deps.maxPayloadBytes),
  })
  if (opened.error !== undefined) return opened
  const { caller, body } = opened
  const read = await readInTurn(deps, caller.key, { ...incoming, body })
  if ('error' in read) return read
  const sender = inTeam(caller, read.args.team_id)
  if (!sender) return teamFailure(caller.teams?.length !== 0)
  const origin = deps.baseUrl ?? `${request.protocol}://${request.host}`
  return run({ deps, method, sender, ...read, from, origin })
}

/** Returns the arguments to anybody, so they are short. */
async function answerTest(deps: ApiDeps, incoming: Incoming): Promise<SlackResult> {
  const { request } = incoming
  const refused = await countSlackStranger(deps.strangers, request)
  if (refused) return refused
  const body = await readWithin(deps, incoming, request.ip, shortBodyBytes)
  if (typeof body === 'string') return unreadFailure(body)
  const read = await readInTurn(deps, request.ip, { ...incoming, body })
  return 'error' in read ? read : { fields: { args: read.args } }
}

async function answerReading(
  deps: ApiDeps,
  { run, scope }: Required<Method<SlackCall>>,
  incoming: Incoming,
): Promise<SlackResult> {
  const { request } = incoming
  const opened = await openSlackCall(request, {
    strangers: deps.strangers,
    findCaller: token => findCaller(deps, { ip: request.ip, token, scope }),
    readBody: owner => readWithin(deps, incoming, owner, shortBodyBytes),
  })
  if (opened.error !== undefined) return opened
  const { user, teams, standing, key } = opened.caller
  const read = await readInTurn(deps, key, { ...incoming, body: opened.body })
  if ('error' in read) return read
  const { args } = read
  const team = args.team_id ? teams.find(({ id }) => id === args.team_id) : teams[0]
  if (!team) return { ...teamFailure(teams.length > 0), standing }
  const result = await run({ deps, user, teams, teamId: team.id, args })
  return { ...result, standing }
}

function readWithin({ slack }: ApiDeps, { request, reply }: Incoming, owner: string, limitBytes: number) {
  return readBody(request.raw, { limitBytes, budget: slack.budget, owner, invite: () => inviteBody(reply) })
}

/** Reads the arguments, of a small body immediately, of a large one when it is its owner's turn. */
async function readInTurn(
  { texts, settings }: ApiDeps,
  owner: string,
  { method, request, body }: Incoming & { body: Uint8Array },
): Promise<Arguments | SlackFailure> {
  const [, query = ''] = request.url.split('?', 2)
  const maxPosts = settings().MaxPostsPerDelivery
  const unread = { body, contentType: request.headers['content-type'], query, method, maxPosts }
  const isLarge = body.length > largeFromBytes
  const read = isLarge ? await texts.run(owner, 'readArguments', unread, body.length) : readArguments(unread)
  if (read instanceof Refused) return unreadFailure('no_room_for_body')
  return read.outcome === 'read' ? read : slackFailure(read.outcome, read.detail)
}
