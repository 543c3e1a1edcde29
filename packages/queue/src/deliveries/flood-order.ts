import { type OwnedHook, ownerOf } from './delivery.js'

/** Gives a hook's next batch of `characters` its priority. Workers take the lowest first. */
export type FloodOrder = {
  /** Looks at the lane, at most once a second. @throws if Redis does not answer */
  look: () => Promise<void>
  next: (sender: OwnedHook, characters: number) => number
}

const lookEveryMs = 1000
/**
 * About eight posts. With BullMQ's highest priority, a lane that is never empty lasts for 17 million posts.
 */
const charactersPerStep = 32 * 1024
const maxPriority = 2 ** 21

/**
 * Orders the flood lane by fair queueing. A batch's number is the work that its hook queued before it, counted from where the
 * lane stands now, so that a small flood does not wait behind everybody else's. The work of each of an owner's waiting hooks
 * counts as many times as there are of them, so that all of them together have the share of one. The numbers restart when the
 * lane is empty. If they reach their end before, the order is first come, first served.
 */
export function openFloodOrder(
  lowestPriority: () => Promise<number | undefined>,
  nowMs: () => number = () => performance.now(),
): FloodOrder {
  const owners = new Map<string, Map<string, number>>()
  let reached = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  const forgetDone = () => {
    for (const [owner, hooks] of owners) {
      for (const [hookId, step] of hooks) if (step <= reached) hooks.delete(hookId)
      if (hooks.size === 0) owners.delete(owner)
    }
  }
  return {
    look: async () => {
      if (nowMs() - lookedAt < lookEveryMs) return
      lookedAt = nowMs()
      const lowest = await lowestPriority()
      if (lowest === undefined) owners.clear()
      reached = lowest ?? 0
      forgetDone()
    },
    next: (sender, characters) => {
      const hooks = owners.get(ownerOf(sender)) ?? new Map<string, number>()
      owners.set(ownerOf(sender), hooks)
      const before = Math.max(reached, hooks.get(sender.hookId) ?? 0)
      hooks.set(sender.hookId, before) // it counts among the waiting ones
      const step = before + Math.max(Math.ceil(characters / charactersPerStep), 1) * hooks.size
      hooks.set(sender.hookId, step)
      return Math.min(step, maxPriority)
    },
  }
}
