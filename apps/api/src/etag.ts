import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Says which state of something is answered (spec 8): `<version>.<parts>`, unquoted. True when the caller has that
 * state already: answer `notModified` then.
 */
export function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: (string | number | boolean)[],
): boolean {
  const etag = [reply.getHeader('x-version-id'), ...parts].join('.')
  reply.header('etag', etag)
  return request.headers['if-none-match'] === etag
}

/** 304, with the ETag and without a body. */
export function notModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send()
}
