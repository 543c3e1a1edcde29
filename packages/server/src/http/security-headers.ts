import type { FastifyReply, FastifyRequest } from 'fastify'

/** A year. Subdomains may be others' business, and are not spoken for. */
const httpsOnly = 'max-age=31536000'

export type SafetyOptions = {
  /** True when people come over https although this process is not told so by its proxy. */
  baseUrlIsHttps?: boolean | undefined
  /** Whether some proxy's X-Forwarded-Proto counts. */
  hasProxy: boolean
}

/**
 * Has browsers take each answer for what it says it is and nothing else, and where people come over https has them come
 * that way only (RFC 6797).
 */
export function tellSafety({ baseUrlIsHttps = false, hasProxy }: SafetyOptions) {
  const isHttps = (request: FastifyRequest) => baseUrlIsHttps || (hasProxy && request.protocol === 'https')
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-content-type-options', 'nosniff')
    if (isHttps(request)) reply.header('strict-transport-security', httpsOnly)
  }
}
