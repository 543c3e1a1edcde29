import { faultOf } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'

/** What our own code throws while it reads or composes one delivery. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'

  constructor({ id }: Delivery, cause: unknown) {
    super(`The delivery ${id} cannot be composed`, { cause })
  }
}

/** True when the payload itself keeps a delivery from being posted: only these errors use up its tries. */
export function isPayloadFault(error: unknown): boolean {
  return error instanceof Unprocessable || faultOf(error) === 'payload'
}
