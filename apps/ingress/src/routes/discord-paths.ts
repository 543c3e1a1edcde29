import { adapters } from '@posthorn/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerPreflight } from './cors.js'

/** A call about a hook. `hook`: its id, which only Discord's paths have. */
export type HookRequest = FastifyRequest<{
  Params: { key: string; hook?: string; target?: string; adapter?: string }
}>

/** The names that may follow a key. `slack` reads the body as a payload, without looking for another sender. */
export const formatNames = `:adapter(^(?:${[...adapters.map(({ name }) => name), 'slack'].join('|')})$)`

/** Versions of Discord's API, except those of our own. */
const bases = ['/api', '/api/:version(^v(?![34]$)[0-9]{1,2}$)'].map(
  api => `${api}/webhooks/:hook(^[A-Za-z0-9]+$)/:key(^[A-Za-z0-9]+$)`,
)

/**
 * Registers Discord's paths for sending, editing and deleting, so that its clients only need another host. Their bodies are
 * Discord's, unless the path names another format.
 */
export function discordPaths(
  app: FastifyInstance,
  onRequest: (request: HookRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const handler = async () => {} // `onRequest` has responded
  for (const base of bases) {
    for (const path of [base, `${base}/${formatNames}`]) {
      app.post(path, { onRequest }, handler)
      app.options(path, { onRequest: async (_request, reply) => answerPreflight(reply, 'POST') }, handler)
    }
    const message = `${base}/messages/:target(^[0-9a-z]{26}$)`
    app.route({ method: ['PATCH', 'DELETE'], url: message, onRequest, handler })
    app.options(
      message,
      { onRequest: async (_request, reply) => answerPreflight(reply, 'PATCH, DELETE') },
      handler,
    )
  }
}
