import { type Db, dbDurabilityGaps, dbTrouble, type Period, readFigures } from '@posthorn/db'
import {
  type CountedCaller,
  durabilityGaps,
  listProcesses,
  type Processes,
  type Reading,
  type Redis,
  readBacklog,
  readLimitedCallers,
  readMinutes,
  redisPing,
  withTimeout,
} from '@posthorn/queue'

/** Queries the state of the system. Figures that only Redis has are undefined while it is not responding. */
export type Pipeline = {
  /** Returns the callers that got a 429 in the last day. */
  limitedCallers: (limit: number) => Promise<{ sinceMs: number; callers: CountedCaller[] } | undefined>
  processes: () => Promise<Processes | undefined>
  /** Returns the non-empty periods from `fromMs` to before `toMs`, oldest first. */
  figures: (step: 'minute' | 'hour', fromMs: number, toMs: number) => Promise<Period[]>
  state: () => Promise<PipelineState>
}

/** Returns the current state. */
export type PipelineState = {
  /** Returns the problems that /readyz reports as texts; undefined without problems. */
  redis: string | undefined
  postgres: string | undefined
  /** When this process lost its connection to Redis, in milliseconds since 1970; 0 while connected. */
  redisAwaySinceMs: number
  backlog: Reading | undefined
  /** Reasons why `ok` does not guarantee that a delivery is stored. */
  durability: string[]
  /** Reasons why a crash of Postgres loses posts. */
  postgresDurability: string[]
  processes: Processes | undefined
}

const askWithinMs = 2000
const silence = `no answer within ${askWithinMs / 1000} s`

export function openPipeline(db: Db, redis: Redis, prefix: string): Pipeline {
  const awaySinceMs = watchConnection(redis)
  const processes = () => listProcesses(redis, { prefix, nowMs: Date.now() })
  const fromRedis = <Answer>(asking: Promise<Answer>) =>
    withTimeout(asking, askWithinMs, undefined).catch(() => undefined)
  return {
    limitedCallers: limit => readLimitedCallers(redis, { prefix, limit, nowMs: Date.now() }),
    processes,
    figures: async (step, fromMs, toMs) => {
      const stored = await readFigures(db, step, fromMs, toMs)
      if (step === 'hour') return stored
      const recent = (await fromRedis(readMinutes(redis, { prefix, sinceMs: fromMs }))) ?? []
      return withRecent(
        stored,
        recent.filter(({ startAt }) => startAt < toMs),
      )
    },
    state: async () => {
      const [trouble, postgres, backlog, durability, postgresDurability, alive] = await Promise.all([
        withTimeout(redisPing(redis), askWithinMs, silence),
        withTimeout(dbTrouble(db), askWithinMs, silence),
        fromRedis(readBacklog(redis, prefix, Date.now())),
        fromRedis(durabilityGaps(redis)),
        withTimeout(dbDurabilityGaps(db), askWithinMs, []),
        processes(),
      ])
      const isAway = trouble !== undefined
      return {
        redis: trouble,
        postgres,
        redisAwaySinceMs: awaySinceMs(),
        backlog: isAway ? undefined : backlog,
        durability: isAway ? [] : (durability ?? []),
        postgresDurability,
        processes: alive,
      }
    },
  }
}

/** Recent minutes come from Redis, because in Postgres they may be missing or incomplete. */
function withRecent(stored: Period[], recent: Period[]): Period[] {
  const byStart = new Map([...stored, ...recent].map(period => [period.startAt, period]))
  return [...byStart.values()].toSorted((one, other) => one.startAt - other.startAt)
}

function watchConnection(redis: Redis): () => number {
  let sinceMs = redis.status === 'ready' ? 0 : Date.now()
  redis.on('close', () => {
    sinceMs ||= Date.now()
  })
  redis.on('ready', () => {
    sinceMs = 0
  })
  return () => sinceMs
}
