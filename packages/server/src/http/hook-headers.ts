import type { DeliveryState } from '@posthorn/core'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The delivery that a call stored. `state` is absent if it is not known whether the delivery was stored. */
export type StoredDelivery = { delivery?: string | undefined; state?: DeliveryState | undefined }

/** Names the delivery of a response, and whether it is posted (docs/behaviour.md, sending). */
export function setDeliveryHeaders(reply: FastifyReply, { delivery, state }: StoredDelivery): void {
  if (delivery !== undefined) reply.header('x-delivery-id', delivery)
  if (state !== undefined) reply.header('x-delivery-state', state)
}

/** The request header by which a gateway asks for the id of the called hook, and the response header that it removes. */
const name = 'x-hook-id'

/** Tells a trusted proxy that asks for it which hook a call was for, so that its log has the id (deploy/nginx/posthorn). */
export function nameHook(
  request: FastifyRequest,
  reply: FastifyReply,
  hookId: string | undefined,
): FastifyReply {
  if (hookId === undefined || request.headers[name] === undefined) return reply
  const isProxied = (request.ips?.length ?? 0) > 1 // only behind a proxy that TRUST_PROXY names
  return isProxied ? reply.header(name, hookId) : reply
}
