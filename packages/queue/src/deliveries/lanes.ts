import type { NewDelivery } from './delivery.js'
import { postsIn, sizeOf } from './size.js'

/** `shared` is for what is small and not many: a worker always has hands free for it. */
export type Lane = 'shared' | 'flood'

/** What one hook may send in a second, by way of one process, before the rest goes into the flood lane. */
const fairShare = { posts: 1000, characters: 256 * 1024 }
const windowMs = 1000

/** A delivery of more goes into the flood lane however few there are: it would keep others waiting by itself. */
const maxSharedPosts = 10
const maxSharedCharacters = 40_000

/** The lane of a delivery that comes alone. */
export function laneOf(delivery: NewDelivery): Lane {
  return postsIn(delivery) > maxSharedPosts || delivery.payload.length > maxSharedCharacters
    ? 'flood'
    : 'shared'
}

/** Tells what is large, and what a hook sends beyond its share, from what all hooks share; the order within each stays. */
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
