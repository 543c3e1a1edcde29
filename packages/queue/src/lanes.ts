import type { Delivery } from './delivery.js'

/** `shared` is taken first, always. */
export type Lane = 'shared' | 'flood'

/** What one hook may send in a second, by way of one process, before the rest has to stand behind everybody else's. */
const fairShare = 1000
const windowMs = 1000

/** Tells what a hook sends beyond its share from what all hooks share; the order within each stays. */
export function openLanes(nowMs: () => number = () => performance.now()) {
  const sent = new Map<string, number>()
  let windowEndsAt = 0

  return (deliveries: Delivery[]): Record<Lane, Delivery[]> => {
    const now = nowMs()
    if (now >= windowEndsAt) {
      sent.clear()
      windowEndsAt = now + windowMs
    }
    const flood: Delivery[] = []
    const shared = deliveries.filter(delivery => {
      const number = (sent.get(delivery.hookId) ?? 0) + 1
      sent.set(delivery.hookId, number)
      if (number > fairShare) flood.push(delivery)
      return number <= fairShare
    })
    return { shared, flood }
  }
}
