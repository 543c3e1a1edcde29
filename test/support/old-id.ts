import { deliveryId, postId } from '@posthorn/core'

const dayMs = 86_400_000
let number = 0

/** Returns an ID of a post that was accepted so many days ago. Later calls return higher IDs for the same day. */
export function oldId(days: number): string {
  const next = String(number++).padStart(14, '0')
  return postId(deliveryId(Date.now() - days * dayMs, next), 1)
}
