import type { Held } from './batch-id.js'
import type { Delivery } from './delivery.js'
import type { Lane } from './lanes.js'

/** What fills a post: in the shared lane 500 deliveries, or 512 Ki characters of payloads, as it does a batch. */
export const fullWeight = 500

/** In the flood lane a quarter of the characters, or 31 posts beyond one a delivery: others wait for it to end. */
const floodWeight = { kib: 4, furtherPost: 16 }

/** What a batch is to a post that is filled at `fullWeight`. */
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
 * Group commit at the worker: batches that come while one is being posted are posted together after it. Another is begun
 * beside it, up to `atOnce`, when they fill a post: it is composed while Postgres writes. What throws or is set
 * aside together is posted batch by batch, so that each is told what became of its own.
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
