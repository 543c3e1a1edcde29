import {
  type HookRefusal,
  hookRefusals,
  sendRefusal,
  setDeliveryHeaders,
  setRateLimitHeaders,
  tooManyRequests,
} from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import type { Acceptance } from '../call.js'
import { chatAnswers } from './chat-answers.js'

/** `adapter`: the one that the URL names. `origin`: the server's address for senders. */
type Asked = { adapter?: string | undefined; origin: string }

/** Maps each acceptance to its HTTP response. */
export function answer(
  reply: FastifyReply,
  acceptance: Acceptance,
  { adapter, origin }: Asked,
): FastifyReply {
  setHeaders(reply, acceptance)
  const chat = chatAnswers[acceptance.sent?.adapter ?? adapter ?? '']
  return chat?.(reply, acceptance, origin) ?? usualAnswer(reply, acceptance)
}

function usualAnswer(reply: FastifyReply, acceptance: Acceptance): FastifyReply {
  switch (acceptance.outcome) {
    case 'accepted':
      return reply.header('content-type', 'text/plain').send('ok') // senders compare these two bytes
    case 'connected':
      return reply.header('content-type', 'text/plain').send('ok: the webhook is connected')
    case 'posted':
      return reply.send(postedBody(acceptance))
    case 'queued':
      return reply.code(202).send({ ok: true, status: 'queued', delivery: acceptance.delivery, posts: [] })
    case 'limited':
      return tooManyRequests(reply, acceptance.standing)
    default:
      return refuse(reply, acceptance)
  }
}

/** `updated` and the like are only present if true. */
function postedBody({ delivery, as, posts }: Acceptance & { outcome: 'posted' }) {
  return { ok: true, delivery, ...(as !== 'posted' && { [as]: true }), posts }
}

function setHeaders(reply: FastifyReply, acceptance: Acceptance): void {
  if (acceptance.standing) setRateLimitHeaders(reply, acceptance.standing)
  setDeliveryHeaders(reply, acceptance)
  if (acceptance.replayed) reply.header('idempotent-replayed', 'true')
}

function refuse(
  reply: FastifyReply,
  { outcome, detail }: { outcome: HookRefusal; detail?: string },
): FastifyReply {
  return sendRefusal(reply, hookRefusals[outcome], detail)
}
