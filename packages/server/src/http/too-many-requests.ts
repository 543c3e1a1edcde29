import type { FastifyReply } from 'fastify'
import type { RefusalWords } from '../refusals/words.js'
import { discardRest } from './discard-rest.js'
import { sendRefusal } from './send-refusal.js'

/** Where a caller stands in the window of a limit. */
export type RateLimitStatus = { limit: number; remaining: number; resetSeconds: number }

/** The X-Ratelimit headers: calls a window, calls left, whole seconds to its end (docs/behaviour.md, limits). */
export function setRateLimitHeaders(
  reply: FastifyReply,
  { limit, remaining, resetSeconds }: RateLimitStatus,
): void {
  reply
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', remaining)
    .header('x-ratelimit-reset', resetSeconds)
}

/** Too many calls, for clients that accept JSON only. */
export const limitExceeded: RefusalWords = {
  status: 429,
  id: 'api.context.rate_limit.app_error',
  message: 'Too many calls. Send it again after the seconds in Retry-After.',
}

/**
 * Too many calls: a text, as the reference server has it, and the error object for who accepts JSON and no text, as generated
 * clients do that parse what is refused (docs/behaviour.md, limits).
 */
export function tooManyRequests(reply: FastifyReply, status: RateLimitStatus | undefined): FastifyReply {
  if (status) setRateLimitHeaders(reply, status)
  reply.header('retry-after', status?.resetSeconds ?? 1)
  if (acceptsJsonOnly(reply.request.headers.accept)) return sendRefusal(reply, limitExceeded)
  discardRest(reply)
  return reply.code(429).type('text/plain').send('limit exceeded')
}

function acceptsJsonOnly(accept = ''): boolean {
  return /application\/json/i.test(accept) && !/text\/(plain|\*)|\*\/\*/i.test(accept)
}
