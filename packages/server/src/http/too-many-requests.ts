import type { FastifyReply } from 'fastify'
import { discardRest } from './discard-rest.js'

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

/** Too many calls: the one refusal that is no error object (docs/behaviour.md, limits). */
export function tooManyRequests(reply: FastifyReply, status: RateLimitStatus | undefined): FastifyReply {
  discardRest(reply)
  if (status) setRateLimitHeaders(reply, status)
  return reply
    .code(429)
    .header('retry-after', status?.resetSeconds ?? 1)
    .type('text/plain')
    .send('limit exceeded')
}
