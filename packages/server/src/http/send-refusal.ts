import type { FastifyReply } from 'fastify'
import type { RefusalWords } from '../refusals/words.js'
import { discardRest } from './discard-rest.js'

/** Answers with the error object (docs/behaviour.md, errors); `detail` says more to whoever reads it, in `detailed_error`. A body that has not come is not waited for. */
export function sendRefusal(
  reply: FastifyReply,
  { id, message, retryAfterSeconds, ...words }: RefusalWords,
  detail = '',
  status = words.status,
): FastifyReply {
  discardRest(reply)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .type('application/json')
    .send({ id, message, detailed_error: detail, request_id: reply.request.id, status_code: status })
}
