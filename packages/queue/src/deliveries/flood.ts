import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { type Delivery, type OwnedHook, ownerOf } from './delivery.js'

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

/** The share of a worker's time that floods get while others send. */
const share = 1 / 4
/** An owner whose hooks sent within this time counts as sending. */
const sendingForMs = 1000
/** A rest is never longer, because of the lock of the waiting batch and for a quick shutdown. */
const maxRestMs = 1500

/** Lets other work go first, between two pieces of work. */
export type Pause = () => Promise<unknown>

/**
 * Keeps one owner's flood from using all of a worker's time while others send: its batches run one by one, and rest. If nobody
 * else sends, they run in parallel, and never rest.
 */
export function openFloodPace(
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
) {
  const senders = openSenders(nowMs)
  const { pieces, close } = openRests(senders, nowMs, rest)
  const inProgress = new Set<Promise<unknown>>()

  const run = async <Result>(
    owner: string,
    earlier: Promise<unknown>[],
    work: (pause: Pause) => Promise<Result>,
  ) => {
    const { begin, end } = pieces(owner)
    const pause = async () => {
      end()
      await nextTurn()
      await begin()
    }
    if (senders.othersSend(owner)) await Promise.allSettled(earlier)
    await begin()
    return work(pause).finally(end)
  }

  return {
    /** Notes each batch of the shared lane. */
    sawShared: senders.saw,
    /** Works on one flood batch, which pauses between its pieces. */
    flood: <Result>(deliveries: Delivery[], work: (pause: Pause) => Promise<Result>): Promise<Result> => {
      const running = run(deliveries[0] ? ownerOf(deliveries[0]) : '', [...inProgress], work)
      inProgress.add(running)
      return running.finally(() => inProgress.delete(running))
    },
    /** Ends all rests. */
    close,
  }
}

/** Measures pieces of work, and lets the next one wait. */
function openRests(
  senders: ReturnType<typeof openSenders>,
  nowMs: () => number,
  rest: (ms: number) => Promise<unknown>,
) {
  let restUntilMs = 0
  let isClosing = false

  /** Runs an owner's pieces of work. Each waits for the rest that the one before has earned. */
  const pieces = (owner: string) => {
    let began = 0
    return {
      begin: async () => {
        const restMs = Math.min(restUntilMs - nowMs(), maxRestMs)
        if (restMs > 0 && !isClosing && senders.othersSend(owner)) await rest(restMs)
        began = nowMs()
      },
      end: () => {
        const ended = nowMs()
        restUntilMs = ended + (ended - began) * (1 / share - 1)
      },
    }
  }

  return {
    pieces,
    close: () => {
      isClosing = true
    },
  }
}

/** The owners whose hooks sent recently. */
function openSenders(nowMs: () => number) {
  const seenAt = new Map<string, number>()
  return {
    saw: (deliveries: Delivery[]) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (now - at >= sendingForMs) seenAt.delete(id)
      for (const delivery of deliveries) seenAt.set(ownerOf(delivery), now)
    },
    othersSend: (owner: string) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (id !== owner && now - at < sendingForMs) return true
      return false
    },
  }
}

export type FloodPace = ReturnType<typeof openFloodPace>
