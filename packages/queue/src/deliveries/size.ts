import { postLimit } from '@posthorn/core'
import type { NewDelivery } from './delivery.js'

/** Estimates how many posts a delivery becomes. */
export function postsIn({ posts, payload }: NewDelivery): number {
  return posts ?? Math.max(Math.ceil(payload.length / postLimit), 1)
}

/** A delivery's work in characters: those of its payload, or of its posts if they are more. */
export function sizeOf(delivery: NewDelivery): number {
  return Math.max(delivery.payload.length, (postsIn(delivery) - 1) * postLimit)
}
