import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'

/** Response headers that a page may read, besides those that every page may. */
const shownHeaders = [
  'Idempotent-Replayed',
  'Retry-After',
  'X-Delivery-Id',
  'X-Delivery-State',
  'X-Ratelimit-Limit',
  'X-Ratelimit-Remaining',
  'X-Ratelimit-Reset',
  'X-Request-Id',
  'X-Version-Id',
].join(', ')

/** Request headers that senders use. The star allows all others, except `Authorization` and in older browsers. */
const allowedHeaders =
  'Authorization, Content-Encoding, Content-Type, Idempotency-Key, webhook-id, X-Requested-With, *'

/** The longest that any browser caches a preflight response. */
const preflightMaxAgeSeconds = 86_400

/** Lets pages of any site read the response. The key alone authorizes a call, and cookies are ignored. */
export function showToPages(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', shownHeaders)
}

/**
 * Answers a browser's preflight requests, once they are counted and before a body is read. The response is the same for every key.
 */
export function preflight(methods: string): Pick<RouteShorthandOptions, 'preParsing'> {
  const preParsing = (_request: FastifyRequest, reply: FastifyReply) =>
    void reply
      .code(204)
      .header('allow', `OPTIONS, ${methods}`)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', preflightMaxAgeSeconds)
      .send()
  return { preParsing }
}
