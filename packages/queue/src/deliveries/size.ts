import { postLimit } from '@posthorn/core'
import type { NewDelivery } from './delivery.js'

/** About how many posts a delivery becomes. */
export function postsIn({ posts, payload }: NewDelivery): number {
  return posts ?? Math.max(Math.ceil(payload.length / postLimit), 1)
}

/** What a delivery is to a worker, in characters: those of its payload, or of the posts that it becomes. */
export function sizeOf(delivery: NewDelivery): number {
  return Math.max(delivery.payload.length, (postsIn(delivery) - 1) * postLimit)
}
