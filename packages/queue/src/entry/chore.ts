import { type Delivery, type OwnedHook, ownerOf, postsIn } from '../deliveries/delivery.js'
import type { Producer } from '../deliveries/producer.js'
import { callCost, type HookRate, type OwnerUse } from '../limits/rates.js'

/** The cost of the deliveries that a chore may store now, or how long it must wait. */
type Allowance = { cost: number } | { waitMs: number }

/** How chores, which have no waiting callers, store deliveries. */
export type Chore = {
  /** Returns how much the bounds leave. @throws if Redis does not answer */
  allowance: (hook: OwnedHook) => Promise<Allowance>
  /**
   * Stores the first of these deliveries of one hook, as many as `cost` allows, behind new deliveries.
   * Returns how many: 0 if senders have used up the rate in between.
   * @param prepare gets the chosen deliveries and returns them as they are to be stored
   * @throws if Redis does not answer: some may have been stored, and may be stored again under the same ids
   */
  store: <Each extends Delivery>(
    deliveries: [Each, ...Each[]],
    cost: number,
    prepare: (chosen: Each[]) => Promise<Delivery[]>,
  ) => Promise<number>
}

/** The share of a hook's rate that chores may use. The rest is for its senders. */
const share = 0.5

/** How long a chore waits while the backlog is full, or hooks are switched off. */
const lookAgainMs = 1000
/** The longest wait for the end of a window, because the rate may be raised meanwhile. */
const maxWaitMs = 5000

type Deps = {
  isOpen: (hook: OwnedHook) => boolean
  hookRate: Pick<HookRate, 'count' | 'used'>
  owners: Pick<OwnerUse, 'over' | 'add'>
  storeBehind: Producer['storeBehind']
}

export function openChoreEntry({ isOpen, hookRate, owners, storeBehind }: Deps): Chore {
  return {
    allowance: async hook => {
      if (!isOpen(hook)) return { waitMs: lookAgainMs }
      if (owners.over(ownerOf(hook))) return { waitMs: maxWaitMs }
      const window = await hookRate.used(hook.hookId)
      if (!window) return { cost: Number.POSITIVE_INFINITY }
      const cost = Math.ceil(window.points * share) - window.used
      if (cost > 0) return { cost }
      return { waitMs: Math.min(Math.max(window.endsInMs, 1), maxWaitMs) }
    },
    store: async (deliveries, cost, prepare) => {
      const { chosen, total, bytes } = firstWithin(deliveries, cost)
      const standing = await hookRate.count(deliveries[0].hookId, total)
      if (standing?.admitted === false) return 0
      owners.add(ownerOf(deliveries[0]), total, bytes)
      await storeBehind(await prepare(chosen))
      return chosen.length
    },
  }
}

/** As many as the cost allows, and at least one, because a delivery may cost more than the whole share. */
function firstWithin<Each extends Delivery>(deliveries: Each[], cost: number) {
  const chosen: Each[] = []
  let [total, bytes] = [0, 0]
  for (const delivery of deliveries) {
    const length = Buffer.byteLength(delivery.payload)
    const more = callCost(length, postsIn(delivery))
    if (chosen.length > 0 && total + more > cost) break
    chosen.push(delivery)
    total += more
    bytes += length
  }
  return { chosen, total, bytes }
}
