import type { Held } from './batch-id.js'
import type { Delivery } from './delivery.js'
import type { Lane } from './lanes.js'

/** A full post: in the shared lane 500 deliveries or 512 Ki characters of payloads, as in a batch. */
export const fullWeight = 500

/**
 * In the flood lane a quarter of the characters, or 31 posts beyond one per delivery, because others wait for
 * it.
 */
const floodWeight = { kib: 4, furtherPost: 16 }

/** How much of a post a batch fills, where `fullWeight` is a full one. */
export function weightOf({ deliveries, posts, kib }: Held, lane: Lane): number {
  if (lane === 'shared') return Math.max(deliveries, kib)
  return Math.max(deliveries, kib * floodWeight.kib, (posts - deliveries) * floodWeight.furtherPost)
}

type Waiting<End> = {
  deliveries: Delivery[]
  weight: number
  resolve: (end: End) => void
  reject: (error: unknown) => void
}

/**
 * Group commit at the worker: batches that arrive during a post are posted together after it. Another post
 * starts in parallel, up to `atOnce`, if they fill it: it is composed while Postgres writes. If a combined
 * post throws or is set aside, its batches are posted one by one, so that each gets its own outcome.
 */
export function postTogether<End extends string>(
  post: (deliveries: Delivery[]) => Promise<End>,
  atOnce: number,
) {
  const waiting: Waiting<End>[] = []
  let weight = 0
  let underWay = 0

  const begin = () => {
    const isDue = underWay === 0 ? waiting.length > 0 : underWay < atOnce && weight >= fullWeight
    if (!isDue) return
    underWay++
    void postGroup(take()).finally(() => {
      underWay--
      begin()
    })
  }

  const take = (): Waiting<End>[] => {
    let taken = 0
    const beyond = waiting.findIndex(each => {
      taken += each.weight
      return taken > fullWeight
    })
    const group = waiting.splice(0, beyond < 0 ? waiting.length : Math.max(beyond, 1))
    weight -= group.reduce((sum, each) => sum + each.weight, 0)
    return group
  }

  const postGroup = async (group: Waiting<End>[]): Promise<void> => {
    const all = group.flatMap(({ deliveries }) => deliveries)
    try {
      const end = await post(all)
      const isApart = end === 'set_aside' && group.length > 1
      if (!isApart) return group.forEach(({ resolve }) => void resolve(end))
    } catch (error) {
      if (group.length === 1) return group[0]?.reject(error)
    }
    for (const each of group) await postGroup([each])
  }

  return (deliveries: Delivery[], ownWeight: number): Promise<End> =>
    new Promise((resolve, reject) => {
      waiting.push({ deliveries, weight: ownWeight, resolve, reject })
      weight += ownWeight
      begin()
    })
}
