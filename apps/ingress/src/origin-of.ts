import type { FastifyRequest } from 'fastify'

/** Returns the server's address for senders: `BASE_URL`, else the address of the request, without a trailing slash. */
export function originOf({ protocol, host }: FastifyRequest, baseUrl: string | undefined): string {
  return baseUrl ?? `${protocol}://${host}`
}
