import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { withTimeout } from '../with-timeout.js'

/** A process's users are forgotten this long after its last report, because it may have died. */
const keptMs = 90_000
const repeatEveryMs = 30_000
const readWithinMs = 2000

export type Presence = {
  /** Reports that a user is connected to this process. */
  join: (userId: string) => void
  /** Reports that the user's last connection to this process has ended. */
  leave: (userId: string) => void
  /** All connected users of all processes; undefined while Redis does not answer. */
  connectedUsers: () => Promise<Set<string> | undefined>
  close: () => void
}

export type PresenceOptions = {
  prefix: string
  /** This process's name among its peers. */
  name: string
  /** Returns the users with a connection to this process. */
  ownUsers: () => Iterable<string>
}

/**
 * Reports to other processes which users are connected here: a set per process, and a list of processes by
 * the time until which their sets count. All of it is written again twice a minute, so a single report may be
 * lost.
 */
export function openPresence(redis: Redis, { prefix, name, ownUsers }: PresenceOptions): Presence {
  const processes = `${prefix}:present`
  const own = `${processes}:${name}`
  const report = (change: (writing: ReturnType<Redis['multi']>) => unknown) => {
    const writing = redis.multi()
    change(writing)
    const until = Date.now() + keptMs
    writing.pexpire(own, keptMs).zadd(processes, until, name).pexpire(processes, keptMs)
    writing.exec().catch(() => {}) // it is written again soon
  }
  const reportAll = () => {
    const users = [...ownUsers()]
    if (users.length === 0) return
    report(writing =>
      writing
        .unlink(own)
        .sadd(own, ...users)
        .zremrangebyscore(processes, 0, Date.now()),
    )
  }
  const repeating = setInterval(reportAll, repeatEveryMs).unref()

  return {
    join: userId => report(writing => writing.sadd(own, userId)),
    leave: userId => report(writing => writing.srem(own, userId)),
    connectedUsers: reader(redis, processes),
    close: () => {
      clearInterval(repeating)
      redis
        .multi()
        .unlink(own)
        .zrem(processes, name)
        .exec()
        .catch(() => {})
    },
  }
}

/** Concurrent questions share an answer. */
function reader(redis: Redis, processes: string): Presence['connectedUsers'] {
  let reading: ReturnType<Presence['connectedUsers']> | undefined
  const read = async () => {
    const names = await redis.zrange(processes, Date.now(), '+inf', 'BYSCORE')
    if (names.length === 0) return new Set<string>()
    return new Set(await redis.sunion(names.map(one => `${processes}:${one}`)))
  }
  return async () => {
    if (!isReady(redis)) return undefined
    reading ??= withTimeout(read(), readWithinMs, undefined)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}
