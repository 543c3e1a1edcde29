import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'
import { openTally } from '../tally.js'
import { hourOf, keyOfHour, limitedCallersHours } from './keys.js'

/** How a caller was counted: as a hook, the user of a session, or an address (an IPv6 one as its /64). */
export type CallerKind = 'hook' | 'user' | 'address'

/** Counts the calls that got a 429. */
export type LimitedCallerCounter = {
  /** Costs nothing but memory. */
  count: (kind: CallerKind, id: string) => void
  close: () => Promise<void>
}

/** The maximum number of callers per hour. Of more, the least limited are forgotten. */
const maxCallersAnHour = 500

const keptSeconds = (limitedCallersHours + 1) * 3600

/** One sorted set per hour. If no call is limited, Redis is not asked. */
export function openLimitedCallers(
  redis: Redis,
  prefix = defaultPrefix,
  nowMs = Date.now,
): LimitedCallerCounter {
  const { count, close } = openTally(redis, (writing, counts) => {
    const keys = new Set<string>()
    for (const [field, calls] of counts) {
      const [hour = '', kind = '', id = ''] = field.split(' ')
      const key = keyOfHour(prefix, Number(hour))
      writing.zincrby(key, calls, `${kind} ${id}`)
      keys.add(key)
    }
    for (const key of keys) writing.zremrangebyrank(key, 0, -maxCallersAnHour - 1).expire(key, keptSeconds)
  })
  return { count: (kind, id) => count(`${hourOf(nowMs())} ${kind} ${id}`), close }
}
