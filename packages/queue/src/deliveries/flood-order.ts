import { type OwnedHook, ownerOf } from './delivery.js'

/** What a batch, or all batches of an owner, amount to. `size`: the work in characters (`sizeOf`). */
export type FloodWork = { size: number; posts: number; characters: number }

/** Gives a hook's next batch its priority. Workers take the lowest first. */
export type FloodOrder = {
  /** Looks at the lane, at most once a second. @throws if Redis does not answer */
  look: () => Promise<void>
  next: (hook: OwnedHook, work: FloodWork) => number
  /**
   * Estimates what this process stored of the hook's owner in the lane and still waits. Undefined if nothing of this hook does.
   */
  waiting: (hook: OwnedHook) => Pick<FloodWork, 'posts' | 'characters'> | undefined
}

const lookEveryMs = 1000
/**
 * About eight posts. With BullMQ's highest priority, a lane that is never empty lasts for 17 million posts.
 */
const charactersPerStep = 32 * 1024
const maxPriority = 2 ** 21

/** `hooks`: the number of each waiting hook's last batch. The rest since the owner had nothing there: from a number, to a number. */
type Owner = { hooks: Map<string, number>; from: number; to: number; posts: number; characters: number }

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
  const owners = new Map<string, Owner>()
  let reached = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = async () => {
    if (nowMs() - lookedAt < lookEveryMs) return
    lookedAt = nowMs()
    const lowest = await lowestPriority()
    if (lowest === undefined) owners.clear()
    reached = lowest ?? 0
    for (const [owner, { hooks }] of owners) {
      for (const [hookId, step] of hooks) if (step <= reached) hooks.delete(hookId)
      if (hooks.size === 0) owners.delete(owner)
    }
  }
  const ownerFor = (hook: OwnedHook): Owner => {
    const known = owners.get(ownerOf(hook))
    if (known) return known
    const owner = { hooks: new Map(), from: reached, to: reached, posts: 0, characters: 0 }
    owners.set(ownerOf(hook), owner)
    return owner
  }
  return {
    look,
    next: (hook, { size, posts, characters }) => {
      const owner = ownerFor(hook)
      const before = Math.max(reached, owner.hooks.get(hook.hookId) ?? 0)
      owner.hooks.set(hook.hookId, before) // it counts among the waiting ones
      const steps = Math.max(Math.ceil(size / charactersPerStep), 1)
      const step = before + steps * owner.hooks.size
      owner.hooks.set(hook.hookId, step)
      owner.to = Math.max(reached, owner.to) + steps
      owner.posts += posts
      owner.characters += characters
      return Math.min(step, maxPriority)
    },
    waiting: hook => {
      const owner = owners.get(ownerOf(hook))
      if (!owner?.hooks.has(hook.hookId)) return undefined
      look().catch(() => {}) // nothing may be written that would look
      const left = Math.min(Math.max(owner.to - reached, 0) / (owner.to - owner.from), 1)
      return { posts: owner.posts * left, characters: owner.characters * left }
    },
  }
}
