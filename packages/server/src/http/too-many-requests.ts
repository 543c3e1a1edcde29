import type { FastifyReply } from 'fastify'
import type { RefusalWords } from '../refusals/words.js'
import { discardRest } from './discard-rest.js'

/** A caller's usage in the current window of a rate limit. */
export type RateLimitStatus = { limit: number; remaining: number; resetSeconds: number }

/** Sets the X-Ratelimit headers: calls per window, calls left, whole seconds until it ends (docs/behaviour.md, limits). */
export function setRateLimitHeaders(
  reply: FastifyReply,
  { limit, remaining, resetSeconds }: RateLimitStatus,
): void {
  reply
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', remaining)
    .header('x-ratelimit-reset', resetSeconds)
}

/** The response over the rate limit under the paths of another chat whose clients read JSON. */
export const limitExceeded: RefusalWords = {
  status: 429,
  id: 'api.context.rate_limit.app_error',
  message: 'Too many calls. Try again after the number of seconds in Retry-After.',
}

/** Responds 429 with the text that API v3 demands, whatever the caller accepts (docs/behaviour.md, limits). */
export function tooManyRequests(reply: FastifyReply, status: RateLimitStatus | undefined): FastifyReply {
  if (status) setRateLimitHeaders(reply, status)
  reply.header('retry-after', status?.resetSeconds ?? 1)
  discardRest(reply)
  return reply.code(429).type('text/plain').send('limit exceeded')
}
