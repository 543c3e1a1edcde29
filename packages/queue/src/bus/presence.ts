import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { withTimeout } from '../with-timeout.js'

/** A process's users are forgotten this long after its last report, because it may have died. */
const keptMs = 90_000
const repeatEveryMs = 30_000
const readWithinMs = 2000

export type Presence = {
  /** Reports that a user is connected to this process. */
  come: (userId: string) => void
  /** Reports that the user's last connection to this process has ended. */
  leave: (userId: string) => void
  /** All connected users of all processes; undefined while Redis does not answer. */
  whoIsThere: () => Promise<Set<string> | undefined>
  close: () => void
}

export type PresenceOptions = {
  prefix: string
  /** This process's name among its peers. */
  name: string
  /** The users who are connected to this process now. */
  ownUsers: () => Iterable<string>
}

/**
 * Reports to other processes which users are connected here: a set per process, and a list of processes by the time until
 * which their sets count. All of it is written again twice a minute, so a single report may be lost.
 */
export function openPresence(redis: Redis, { prefix, name, ownUsers }: PresenceOptions): Presence {
  const processes = `${prefix}:present`
  const own = `${processes}:${name}`
  const say = (change: (told: ReturnType<Redis['multi']>) => unknown) => {
    const told = redis.multi()
    change(told)
    const until = Date.now() + keptMs
    told.pexpire(own, keptMs).zadd(processes, until, name)
    told.exec().catch(() => {}) // it is written again soon
  }
  const sayAll = () => {
    const users = [...ownUsers()]
    if (users.length === 0) return
    say(told =>
      told
        .unlink(own)
        .sadd(own, ...users)
        .zremrangebyscore(processes, 0, Date.now()),
    )
  }
  const repeating = setInterval(sayAll, repeatEveryMs).unref()

  return {
    come: userId => say(told => told.sadd(own, userId)),
    leave: userId => say(told => told.srem(own, userId)),
    whoIsThere: reader(redis, processes),
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
function reader(redis: Redis, processes: string): Presence['whoIsThere'] {
  let reading: ReturnType<Presence['whoIsThere']> | undefined
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
