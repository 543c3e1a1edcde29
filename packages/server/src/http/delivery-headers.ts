import type { DeliveryState } from '@posthorn/core'
import type { FastifyReply } from 'fastify'

/** The delivery that a call stored. `state` is absent if it is not known whether the delivery was stored. */
export type StoredDelivery = { delivery?: string | undefined; state?: DeliveryState | undefined }

/** Names the delivery of a response, and whether it is posted (docs/behaviour.md, sending). */
export function setDeliveryHeaders(reply: FastifyReply, { delivery, state }: StoredDelivery): void {
  if (delivery !== undefined) reply.header('x-delivery-id', delivery)
  if (state !== undefined) reply.header('x-delivery-state', state)
}
