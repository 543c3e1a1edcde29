import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A caller's own cache may keep it, to ask each time whether it still holds. */
const askEachTime = 'private, no-cache'

/**
 * Sets the ETag, `<version>.<parts joined by dots>`, unquoted as clients of the reference keep it, and answers 304 when the caller has exactly that
 * already; undefined when the answer is still to be sent.
 */
export function notModified(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: (string | number)[],
): FastifyReply | undefined {
  const tag = [reply.getHeader('x-version-id'), ...parts].join('.')
  reply.header('etag', tag).header('cache-control', askEachTime)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : undefined
}

/** One part for whatever an answer is made of: other content, another part. */
export function fingerprint(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}
