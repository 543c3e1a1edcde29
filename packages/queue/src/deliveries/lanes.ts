import { type NewDelivery, ownerOf, postsIn, sizeOf } from './delivery.js'

/** `shared` is for small deliveries of moderate senders. Every worker always has capacity for it. */
export type Lane = 'shared' | 'flood'

/** An owner's share per second and process, over all hooks. Anything above it goes to the flood lane. */
const fairShare = { posts: 1000, characters: 256 * 1024 }
/** Counts a delivery by whichever of the two it uses more of. Whole numbers add up exactly. */
const useOf = (delivery: NewDelivery) =>
  Math.max(postsIn(delivery) * fairShare.characters, sizeOf(delivery) * fairShare.posts)
const wholeShare = fairShare.posts * fairShare.characters
/** The part of a share that the hooks of an owner in a flood divide. The rest is for hooks that send more than before. */
const dividedPart = 0.9
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

/** What an owner's hooks sent in a window, and the most that one of them may put into the shared lane. */
type OwnerWindow = { sent: number; hooks: Map<string, number>; level: number }

/**
 * Separates large deliveries, and those beyond their owner's share, from the shared lane. While an owner sends more than the
 * share, each hook gets a fair part of it, so a flood of one hook does not delay the owner's others. Each lane keeps its order.
 */
export function openLanes(nowMs: () => number = () => performance.now()) {
  let owners = new Map<string, OwnerWindow>()
  let before = owners
  let windowEndsAt = 0

  const beginWindow = (now: number) => {
    before = now < windowEndsAt + windowMs ? owners : new Map()
    owners = new Map()
    windowEndsAt = now + windowMs
  }
  const windowOf = (owner: string): OwnerWindow => {
    const known = owners.get(owner)
    if (known) return known
    const window = {
      sent: 0,
      hooks: new Map(),
      level: fairLevel([...(before.get(owner)?.hooks.values() ?? [])]),
    }
    owners.set(owner, window)
    return window
  }
  const isWithinShare = (delivery: NewDelivery): boolean => {
    if (laneOf(delivery) === 'flood') return false
    const window = windowOf(ownerOf(delivery))
    const use = useOf(delivery)
    const byHook = (window.hooks.get(delivery.hookId) ?? 0) + use
    window.hooks.set(delivery.hookId, byHook)
    if (byHook > window.level || window.sent + use > wholeShare) return false
    window.sent += use
    return true
  }

  return (deliveries: NewDelivery[]): Record<Lane, NewDelivery[]> => {
    const now = nowMs()
    if (now >= windowEndsAt) beginWindow(now)
    const flood: NewDelivery[] = []
    const shared = deliveries.filter(delivery => isWithinShare(delivery) || flood.push(delivery) === 0)
    return { shared, flood }
  }
}

/** Returns how much of a share each hook gets, if those that want less get all of it. Infinity if there is enough for all. */
function fairLevel(wants: number[]): number {
  const isEnough = wants.reduce((sum, want) => sum + want, 0) <= wholeShare
  if (isEnough || wants.length === 1) return Number.POSITIVE_INFINITY
  let left = wholeShare * dividedPart
  for (const [index, want] of wants.toSorted((one, other) => one - other).entries()) {
    const level = left / (wants.length - index)
    if (want > level) return level
    left -= want
  }
  return left
}
