import type { NewDelivery } from './delivery.js'
import { postsIn, sizeOf } from './size.js'

/** `shared` is for small deliveries of moderate senders. Every worker always has capacity for it. */
export type Lane = 'shared' | 'flood'

/** A hook’s share per second and process. Anything above it goes to the flood lane. */
const fairShare = { posts: 1000, characters: 256 * 1024 }
const windowMs = 1000

/**
 * Larger deliveries go to the flood lane even if there is only one, because it would delay others by itself.
 */
const maxSharedPosts = 10
const maxSharedCharacters = 40_000

/** Returns the lane of a single delivery. */
export function laneOf(delivery: NewDelivery): Lane {
  return postsIn(delivery) > maxSharedPosts || delivery.payload.length > maxSharedCharacters
    ? 'flood'
    : 'shared'
}

/**
 * Separates large deliveries, and those beyond a hook's share, from the shared lane. Each lane keeps its
 * order.
 */
export function openLanes(nowMs: () => number = () => performance.now()) {
  const sent = new Map<string, { posts: number; characters: number }>()
  let windowEndsAt = 0

  const isWithinShare = (delivery: NewDelivery): boolean => {
    if (laneOf(delivery) === 'flood') return false
    const sum = sent.get(delivery.hookId) ?? { posts: 0, characters: 0 }
    sum.posts += postsIn(delivery)
    sum.characters += sizeOf(delivery)
    sent.set(delivery.hookId, sum)
    return sum.posts <= fairShare.posts && sum.characters <= fairShare.characters
  }

  return (deliveries: NewDelivery[]): Record<Lane, NewDelivery[]> => {
    const now = nowMs()
    if (now >= windowEndsAt) {
      sent.clear()
      windowEndsAt = now + windowMs
    }
    const flood: NewDelivery[] = []
    const shared = deliveries.filter(delivery => isWithinShare(delivery) || flood.push(delivery) === 0)
    return { shared, flood }
  }
}
