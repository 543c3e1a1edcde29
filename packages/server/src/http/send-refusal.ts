import type { FastifyReply } from 'fastify'
import type { RefusalDetails, RefusalWords } from '../refusals/words.js'
import { discardRest } from './discard-rest.js'

/**
 * Sends the error object (docs/behaviour.md, errors), with `detail` in `detailed_error` for the reader. Does not wait for
 * the rest of the body.
 */
export function sendRefusal(
  reply: FastifyReply,
  { id, message, retryAfterSeconds, more, ...words }: RefusalWords & RefusalDetails,
  detail = '',
  status = words.status,
): FastifyReply {
  discardRest(reply)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .type('application/json')
    .send({ id, message, detailed_error: detail, request_id: reply.request.id, status_code: status, ...more })
}
