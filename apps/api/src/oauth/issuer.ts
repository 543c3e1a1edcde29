import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'

/** Who gives the codes and tokens, as apps know it: where people come to, without a slash at its end. */
export function issuerOf({ baseUrl }: Pick<ApiDeps, 'baseUrl'>, request: FastifyRequest): string {
  return baseUrl ?? `${request.protocol}://${request.host}`
}
