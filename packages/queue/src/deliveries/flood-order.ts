/** Gives a hook's next batch of `characters` its priority. Workers take the lowest first. */
export type FloodOrder = {
  /** Looks at the lane, at most once a second. @throws if Redis does not answer */
  look: () => Promise<void>
  next: (hookId: string, characters: number) => number
}

const lookEveryMs = 1000
/**
 * About eight posts. With BullMQ's highest priority, a lane that is never empty lasts for 17 million posts.
 */
const charactersPerStep = 32 * 1024
const maxPriority = 2 ** 21

/**
 * Orders the flood lane by fair queueing. A batch's number is the work that its hook queued before it,
 * counted from where the lane stands now, so that a small flood does not wait behind everybody else's. The
 * numbers restart when the lane is empty. If they reach their end before, the order is first come, first
 * served.
 */
export function openFloodOrder(
  lowestPriority: () => Promise<number | undefined>,
  nowMs: () => number = () => performance.now(),
): FloodOrder {
  const last = new Map<string, number>()
  let reached = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  return {
    look: async () => {
      if (nowMs() - lookedAt < lookEveryMs) return
      lookedAt = nowMs()
      const lowest = await lowestPriority()
      if (lowest === undefined) last.clear()
      reached = lowest ?? 0
      for (const [hookId, step] of last) if (step <= reached) last.delete(hookId)
    },
    next: (hookId, characters) => {
      const step =
        Math.max(reached, last.get(hookId) ?? 0) + Math.max(Math.ceil(characters / charactersPerStep), 1)
      last.set(hookId, step)
      return Math.min(step, maxPriority)
    },
  }
}
