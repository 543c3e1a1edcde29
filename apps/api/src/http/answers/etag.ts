import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The caller's own cache may store the answer, and must revalidate it each time. */
const askEachTime = 'private, no-cache'

/**
 * Sets the ETag, `<version>.<parts joined by dots>`, unquoted as clients of the reference store it. Sends 304 if the
 * caller already has this version; otherwise returns undefined.
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

/** Returns one part for a whole answer; it changes with the content. */
export function fingerprint(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}
