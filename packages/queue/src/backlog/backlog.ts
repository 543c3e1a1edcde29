import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import type { Lane } from '../deliveries/lanes.js'
import { leavesRoom } from '../limits/shared-room.js'
import { defaultPrefix } from '../names.js'
import { bytesLeft, memoryWarningOf, openSince, storedBytes } from './memory.js'
import { type Reading, readBacklog } from './read-backlog.js'

export type Backlog = {
  /** The last look and its age; undefined if Redis has not answered one for 5 s. */
  reading: () => (Reading & { ageMs: number }) | undefined
  /** How long the oldest batch of a lane has been waiting; Infinity if unknown. */
  oldestWaitingMs: (lane: Lane) => number
  /**
   * Whether more may be accepted: at most `limit` posts and KiB are waiting, and a fifth of Redis's memory is
   * free, counting what this process has stored since the last look.
   */
  hasRoom: (limit: number) => boolean
  /**
   * Whether an owner of whom so much waits may add more: three times what is still free of the limit and the memory. So one
   * owner's flood leaves room for others.
   */
  leavesRoom: (waiting: { posts: number; characters: number }, limit: number) => boolean
  /** Counts a payload that is about to be stored. Call the result once Redis has answered, or failed to. */
  begin: (payloadBytes: number) => () => void
  /** False if Redis does not report how much memory it uses. */
  measuresMemory: () => boolean
  /** A warning for /readyz if Redis is filling up, or does not report its memory. */
  memoryWarning: () => string | undefined
  close: () => Promise<void>
}

const knownForMs = 5000
/**
 * If the stored bytes since the last look take half of the room that it found, the next look happens early.
 */
const lookEarlyAt = 0.5
const lookEarlyEveryMs = 20

export type BacklogOptions = {
  prefix?: string
  everyMs?: number
  /** Called after each look that Redis answered. */
  looked?: ((reading: Reading) => void) | undefined
}

/**
 * Reads the backlog once a second, and earlier while much is being stored.
 * @param redis a connection that fails fast; not closed here
 */
export async function watchBacklog(
  redis: Redis,
  { prefix = defaultPrefix, everyMs = 1000, looked }: BacklogOptions = {},
): Promise<Backlog> {
  let last: Reading | undefined
  let readAt = 0
  const since = openSince()
  const look = async () => {
    if (!isReady(redis)) return
    const begun = since.mark()
    last = await readBacklog(redis, prefix, Date.now())
    readAt = performance.now()
    since.lookedAt(begun)
    looked?.(last)
  }

  const begin = oneRun(look)
  await begin()
  const timer = setInterval(begin, everyMs)
  timer.unref()

  const known = () => (performance.now() - readAt <= knownForMs ? last : undefined)
  return {
    reading: () => {
      const ageMs = performance.now() - readAt
      const reading = known()
      return reading && { ...reading, ageMs }
    },
    oldestWaitingMs: lane => known()?.oldestWaitingMs[lane] ?? Infinity,
    // called for each delivery; while Redis is away, other checks reject
    hasRoom: limit => {
      const share = last ? since.shareOf(bytesLeft(last, limit)) : 0
      if (share > lookEarlyAt && performance.now() - readAt > lookEarlyEveryMs) void begin()
      return share <= 1
    },
    leavesRoom: (waiting, limit) => !last || leavesRoomIn({ ...last, bytes: since.bytes() }, waiting, limit),
    begin: since.begin,
    measuresMemory: () => last?.memory !== undefined || last === undefined,
    memoryWarning: () => (last ? memoryWarningOf(last) : undefined),
    close: async () => {
      clearInterval(timer)
      await begin.ended()
    },
  }
}

/** `all`: what waits in all, and the bytes that were stored since. */
function leavesRoomIn(
  all: Reading & { bytes: number },
  { posts, characters }: Parameters<Backlog['leavesRoom']>[0],
  limit: number,
): boolean {
  const [kib, bytes] = [characters / 1024, storedBytes(characters)]
  return (
    leavesRoom(posts, Math.max(posts, all.posts), limit) &&
    leavesRoom(kib, Math.max(kib, all.kib), limit) &&
    leavesRoom(bytes, all.bytes, Math.max(bytesLeft(all, limit), 0))
  )
}

/**
 * Runs a task unless it is running, so that a silent Redis does not pile up looks. Drops its errors, because
 * the age of the last look shows how long Redis has been silent.
 */
function oneRun(task: () => Promise<void>) {
  let running: Promise<void> | undefined
  const end = () => {
    running = undefined
  }
  const run = () => {
    running ??= task().then(end, end)
    return running
  }
  return Object.assign(run, { ended: async () => running })
}
