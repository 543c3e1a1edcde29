import { slackHookKey, slackHookParts } from '@posthorn/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preflight } from './cors.js'
import type { HookRequest } from './discord-paths.js'

const { workspace, webhook, secret } = slackHookParts
const path = `/services/:workspace(^${workspace}$)/:webhook(^${webhook}$)/:secret(^${secret}$)`

type SlackRequest = FastifyRequest<{ Params: Parameters<typeof slackHookKey>[0] }>

/**
 * Registers the path that imported hooks had in Slack, so that their senders only need another host. The whole path takes the
 * place of the key, so it is looked up and counted like one. Bodies are payloads, as in Slack.
 */
export function slackHookPath(
  app: FastifyInstance,
  onRequest: (request: HookRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const handler = async () => {} // `onRequest` has responded
  const asHook = (request: SlackRequest, reply: FastifyReply) =>
    onRequest(
      Object.assign(request, { params: { key: slackHookKey(request.params), adapter: 'slack' } }),
      reply,
    )
  app.post(path, { onRequest: asHook }, handler)
  app.options(path, preflight('POST'), handler)
}
