import type { FastifyReply } from 'fastify'

/** What a sender may learn of an answer, beyond what every page is shown. */
const shownHeaders = [
  'Idempotent-Replayed',
  'Retry-After',
  'X-Delivery-Id',
  'X-Ratelimit-Limit',
  'X-Ratelimit-Remaining',
  'X-Ratelimit-Reset',
  'X-Request-Id',
  'X-Version-Id',
].join(', ')

/** What senders write; the star is for all else, but for older browsers and what is named beside it. */
const takenHeaders =
  'Authorization, Content-Encoding, Content-Type, Idempotency-Key, webhook-id, X-Requested-With, *'

/** No browser remembers it for longer. */
const rememberedSeconds = 86_400

/** Lets a page of whatever site hear its answer: the key is what opens a hook, and no cookie counts here. */
export function showToPages(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', shownHeaders)
}

/** Tells a browser, which asks first, what pages may send to a hook; it is the same for every key. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('allow', 'OPTIONS, POST')
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', takenHeaders)
    .header('access-control-max-age', rememberedSeconds)
    .send()
}
