import { isTransient } from '@posthorn/db'
import {
  addressKey,
  answerSlackErrors,
  readSlackCall,
  type SlackErrorCode,
  type SlackResult,
  sendSlack,
  slackFailure,
} from '@posthorn/server'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiDeps, ApiServer } from '../deps.js'
import { boundBodies, UnfinishedBody } from '../http/bodies/unfinished.js'
import { sessionDecorator } from '../http/callers/caller.js'
import { findCaller, type SlackCall } from './callers.js'
import { conversationInfo, joinConversation, listConversations } from './conversations.js'
import { history, replies } from './messages.js'
import { listUsers, lookUpByEmail, userInfo } from './users.js'

type Method = { run: (call: SlackCall) => Promise<SlackResult>; scope: 'read' | 'manage' }

/** The methods of Slack's API that read. The ingress serves those that senders use. `scope`: what a token needs. */
const methods: Record<string, Method> = {
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

/** Arguments are short. */
const bodyLimitBytes = 16 * 1024

/** Serves the methods of Slack's Web API that the ingress does not (docs/compatibility.md). */
export function readingMethods(deps: ApiDeps): (app: FastifyInstance) => Promise<void> {
  return async app => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    answerSlackErrors(app, deps.log, errorOf)
    app.decorateRequest(sessionDecorator)
    boundBodies(app as unknown as ApiServer, deps.bodyBudget)
    const at = { method: ['GET', 'POST'], schema: { hide: true }, bodyLimit: bodyLimitBytes }
    for (const [name, method] of Object.entries(methods))
      app.route({
        ...at,
        url: `/api/${name}`,
        handler: async (request, reply) => sendSlack(reply, await answer(deps, method, request)),
      })
    unknownMethods(app, deps)
  }
}

/** Counts unknown methods like calls without a session. Does not read their bodies. */
function unknownMethods(app: FastifyInstance, deps: ApiDeps): void {
  app.route({
    method: ['GET', 'POST'],
    url: anyMethod,
    schema: { hide: true },
    handler: async () => {}, // `onRequest` has responded
    onRequest: async (request, reply) => {
      const standing = await deps.callLimit(addressKey(request.ip))
      const error = standing?.admitted === false ? 'ratelimited' : 'unknown_method'
      return sendSlack(reply, { ...slackFailure(error), standing })
    },
  })
}

function errorOf(error: FastifyError): SlackErrorCode {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'invalid_arguments'
  if (error instanceof UnfinishedBody)
    return error.trouble === 'no_room_for_body' ? 'service_unavailable' : 'request_timeout'
  return isTransient(error) ? 'service_unavailable' : 'fatal_error'
}

async function answer(deps: ApiDeps, { run, scope }: Method, request: FastifyRequest): Promise<SlackResult> {
  const read = readSlackCall(request, (request.body ?? new Uint8Array()) as Uint8Array)
  if ('error' in read) return read
  const { token, args } = read
  const caller = await findCaller(deps, request.ip, token)
  if ('error' in caller) return caller
  const { scopes, standing } = caller
  if (!scopes.includes(scope))
    return {
      ...slackFailure('missing_scope', undefined, { needed: scope, provided: scopes.join(',') }),
      standing,
    }
  const team = caller.teams.find(({ id }) => id === args.team_id) ?? caller.teams[0]
  const result = await run({ deps, user: caller.user, teams: caller.teams, teamId: team?.id ?? '', args })
  return { ...result, standing }
}
