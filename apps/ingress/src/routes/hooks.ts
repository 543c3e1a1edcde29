import type { IncomingMessage } from 'node:http'
import { limited, refuse, tellStanding } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Acceptance, type AcceptDeps, accept, type Unread } from '../accept.js'
import { inflate } from '../inflate.js'
import { readBody } from '../read-body.js'

type HookRequest = FastifyRequest<{ Params: { key: string } }>

const retryAfterSeconds = 1

/**
 * POST /hooks/:key, and the same under its old name. The whole call is answered before Fastify turns to the body:
 * the key is checked before a byte of it is read, and no content type that a sender writes is refused for its form.
 */
export function hookRoutes(app: FastifyInstance, deps: AcceptDeps, bodyLimitBytes: number): void {
  const onRequest = async (request: HookRequest, reply: FastifyReply) => {
    const [, query = ''] = request.url.split('?', 2)
    const acceptance = await accept(deps, {
      key: request.params.key,
      address: request.ip,
      contentType: request.headers['content-type'],
      query,
      requestId: request.id,
      readBody: () => readWhole(request.raw, bodyLimitBytes),
    })
    return answer(reply, acceptance)
  }
  const answered = async () => {}
  // a key of other characters cannot be one: 404, without a look (spec 1.1)
  app.post('/hooks/:key(^[A-Za-z0-9]+$)', { onRequest }, answered)
  app.post('/api/v3/teams/:team/hooks/:key(^[A-Za-z0-9]+$)', { onRequest }, answered)
}

async function readWhole(message: IncomingMessage, limitBytes: number): Promise<Uint8Array | Unread> {
  const body = await readBody(message, limitBytes)
  const encoding = message.headers['content-encoding']
  return typeof body === 'string' || encoding === undefined ? body : inflate(body, encoding, limitBytes)
}

function answer(reply: FastifyReply, acceptance: Acceptance): FastifyReply {
  if (acceptance.standing) tellStanding(reply, acceptance.standing)
  switch (acceptance.outcome) {
    case 'accepted':
      return reply
        .header('content-type', 'text/plain')
        .header('x-delivery-id', acceptance.delivery)
        .send('ok') // senders compare these two bytes
    case 'limited':
      return limited(reply, acceptance.standing)
    case 'cannot_keep':
    case 'cannot_look_up':
      return refuse(reply.header('retry-after', retryAfterSeconds), acceptance.outcome, acceptance.detail)
    case 'too_large':
      return refuse(reply.header('connection', 'close'), acceptance.outcome, acceptance.detail)
    default:
      return refuse(reply, acceptance.outcome, acceptance.detail)
  }
}
