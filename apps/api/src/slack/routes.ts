import { isTransient } from '@posthorn/db'
import { readSlackArguments } from '@posthorn/formats'
import {
  answerSlackErrors,
  countSlackStranger,
  inviteBody,
  openSlackCall,
  readBody,
  type SlackResult,
  sendSlack,
  slackFailure,
  teamFailure,
} from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'
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

/**
 * Serves the methods of Slack's Web API that the ingress does not (docs/compatibility.md). They are handled before Fastify reads the
 * body.
 */
export function readingMethods(deps: ApiDeps): (app: FastifyInstance) => Promise<void> {
  return async app => {
    answerSlackErrors(app, deps.log, error => (isTransient(error) ? 'service_unavailable' : 'fatal_error'))
    const at = { method: ['GET', 'POST'], schema: { hide: true }, handler: async () => {} } // `onRequest` has responded
    for (const [name, method] of Object.entries(methods))
      app.route({
        ...at,
        url: `/api/${name}`,
        onRequest: async (request, reply) => sendSlack(reply, await answer(deps, method, { request, reply })),
      })
    app.route({
      ...at,
      url: anyMethod,
      onRequest: async (request, reply) =>
        sendSlack(
          reply,
          (await countSlackStranger(deps.strangers, request)) ?? slackFailure('unknown_method'),
        ),
    })
  }
}

type Incoming = { request: FastifyRequest; reply: FastifyReply }

async function answer(
  deps: ApiDeps,
  { run, scope }: Method,
  { request, reply }: Incoming,
): Promise<SlackResult> {
  const { raw, url, headers, ip } = request
  const rules = { limitBytes: bodyLimitBytes, budget: deps.bodyBudget, invite: () => inviteBody(reply) }
  const opened = await openSlackCall(request, {
    strangers: deps.strangers,
    findCaller: token => findCaller(deps, { ip, token, scope }),
    readBody: owner => readBody(raw, { ...rules, owner }),
  })
  if (opened.error !== undefined) return opened
  const { caller, body } = opened
  const [, query = ''] = url.split('?', 2)
  const read = readSlackArguments(body, headers['content-type'], query)
  if (read.outcome !== 'read') return slackFailure(read.outcome, read.detail)
  const { args } = read
  const { user, teams, standing } = caller
  const team = args.team_id ? teams.find(({ id }) => id === args.team_id) : teams[0]
  if (!team) return { ...teamFailure(teams.length > 0), standing }
  const result = await run({ deps, user, teams, teamId: team.id, args })
  return { ...result, standing }
}
