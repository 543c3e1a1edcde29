import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'

const plainHost = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d+)?$/i
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/

/**
 * Returns the server's public address, without a trailing slash: `BASE_URL`, else the request's own host if it
 * cannot be another server's name (a loopback address, or the address and port at which the connection arrived).
 * Undefined for any other host, because the caller can write anything there.
 */
export function ownOrigin(
  { baseUrl }: Pick<ApiDeps, 'baseUrl'>,
  request: FastifyRequest,
): string | undefined {
  if (baseUrl !== undefined) return baseUrl
  const origin = `${request.protocol}://${request.host}`
  return plainHost.test(request.host) && URL.canParse(origin) && isOwn(new URL(origin), request)
    ? origin
    : undefined
}

function isOwn({ hostname, port, protocol }: URL, { socket }: FastifyRequest): boolean {
  if (loopback.test(hostname)) return true
  const address = (socket.localAddress ?? '').replace(/^::ffff:/i, '')
  const isSameAddress = hostname === address || hostname === `[${address}]`
  return isSameAddress && Number(port || defaultPorts[protocol]) === socket.localPort
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }
