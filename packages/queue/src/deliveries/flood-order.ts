/** The priority of one more batch of a hook, of so many characters: the lowest is taken first. */
export type FloodOrder = {
  /** Looks at the lane, at most once a second. @throws when Redis does not answer */
  look: () => Promise<void>
  next: (hookId: string, characters: number) => number
}

const lookEveryMs = 1000
/** About eight posts; with the most that BullMQ takes, a lane that is never empty lasts for seventeen million. */
const charactersPerStep = 32 * 1024
const maxPriority = 2 ** 21

/**
 * Who is next in the flood lane: fair queueing by work. Each hook's batches are numbered by the work that it has put
 * before them, from where the lane stands now: whoever comes with little is not behind all that others have waiting.
 * The numbers begin again when the lane is empty; should they reach their end before, it is first come first served.
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
