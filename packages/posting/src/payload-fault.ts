import { faultOf } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'

/** Wraps an error that our own code throws while it reads or composes one delivery. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'

  constructor({ id }: Delivery, cause: unknown) {
    super(`The delivery ${id} cannot be composed`, { cause })
  }
}

/** Returns whether the payload itself prevents posting. Only these errors use up a delivery's tries. */
export function isPayloadFault(error: unknown): boolean {
  return error instanceof Unprocessable || faultOf(error) === 'payload'
}
