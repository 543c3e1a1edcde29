import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../deliveries/delivery.js'
import type { Lane } from '../deliveries/lanes.js'
import { type Reading, readBacklog } from './read-backlog.js'

export type Backlog = {
  /** The last look and its age; undefined when Redis has not answered one for 5 s. */
  reading: () => (Reading & { ageMs: number }) | undefined
  /** How long the oldest batch of a lane has been waiting; Infinity when that is not known. */
  oldestWaitingMs: (lane: Lane) => number
  /** Whether more may be taken in: at most so many posts wait, and as many KiB, and Redis has a fifth of its memory left. */
  hasRoom: (limit: number) => boolean
  /** For /readyz, in words: Redis is filling up, while it still takes everything in. */
  memoryWarning: () => string | undefined
  close: () => Promise<void>
}

const knownForMs = 5000

/** Beyond it nothing is taken in: what is left is for the workers, who need some to empty the queue. */
const maxMemoryRatio = 0.8
/** From here on somebody should look, before senders get 503. */
const warnMemoryRatio = 0.6

export type BacklogOptions = {
  prefix?: string
  everyMs?: number
  /** Told of each look that Redis answered. */
  looked?: ((reading: Reading) => void) | undefined
}

/**
 * Looks once a second at what waits in Redis.
 * @param redis a connection that fails fast; not closed here
 */
export async function watchBacklog(
  redis: Redis,
  { prefix = defaultPrefix, everyMs = 1000, looked }: BacklogOptions = {},
): Promise<Backlog> {
  let last: Reading | undefined
  let readAt = 0
  const look = async () => {
    if (!isReady(redis)) return
    last = await readBacklog(redis, prefix, Date.now())
    readAt = performance.now()
    looked?.(last)
  }

  let looking: Promise<void> | undefined // one at a time: a silent Redis must not gather a queue of them
  const begin = () => {
    looking ??= look()
      .catch(() => {}) // the age of the last look says how long Redis has been silent
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  await begin()
  const timer = setInterval(begin, everyMs)
  timer.unref()

  const reading = () => {
    const ageMs = performance.now() - readAt
    return last && ageMs <= knownForMs ? { ...last, ageMs } : undefined
  }
  return {
    reading,
    oldestWaitingMs: lane => reading()?.oldestWaitingMs[lane] ?? Infinity,
    // asked for each delivery; while Redis is away other lines say so
    hasRoom: limit =>
      !last || (last.posts <= limit && last.kib <= limit && last.memoryRatio <= maxMemoryRatio),
    memoryWarning: () => {
      const { memoryRatio = 0 } = reading() ?? {}
      return memoryRatio > warnMemoryRatio
        ? `${Math.round(memoryRatio * 100)} % of the memory that Redis may use is used; at 80 % senders get 503`
        : undefined
    },
    close: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
