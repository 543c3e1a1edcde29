import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { aliveKey, lostKeptMs, maxLost, ProcessInfo, processesKey } from './process-info.js'

const readWithinMs = 2000

/** Each process's last report, the oldest process first. */
export type Processes = {
  alive: ProcessInfo[]
  /** The newest twenty that ended without a goodbye in the last day. */
  lost: ProcessInfo[]
}

/** Lists the running processes and the lost ones. Returns undefined if Redis does not answer. */
export async function listProcesses(
  redis: Redis,
  { prefix = defaultPrefix, nowMs }: { prefix?: string; nowMs: number },
): Promise<Processes | undefined> {
  if (!isReady(redis)) return undefined
  const found = await withTimeout(readAll(redis, prefix), readWithinMs, undefined).catch(() => undefined)
  if (!found) return undefined
  const { alive, dead } = found
  return { alive, lost: dead.filter(({ toldAtMs }) => nowMs - toldAtMs < lostKeptMs).slice(-maxLost) }
}

/**
 * A starting process forgets surplus lost ones, so that one that dies again and again leaves no more of them.
 */
export async function forgetLost(
  redis: Redis,
  { prefix, nowMs }: { prefix: string; nowMs: number },
): Promise<void> {
  if (!isReady(redis)) return
  const { dead } = await readAll(redis, prefix).catch(() => ({ dead: [] }))
  const ids = dead
    .filter(({ toldAtMs }, at) => at < dead.length - maxLost || nowMs - toldAtMs >= lostKeptMs)
    .map(({ id }) => id)
  if (ids.length > 0) await redis.hdel(processesKey(prefix), ...ids).catch(() => {})
}

/** `dead`, in the order in which they stopped reporting. */
async function readAll(redis: Redis, prefix: string): Promise<{ alive: ProcessInfo[]; dead: ProcessInfo[] }> {
  const reports = await redis.hvals(processesKey(prefix))
  // reports of other versions may not parse
  const all = reports.flatMap(each => ProcessInfo.safeParse(JSON.parse(each)).data ?? [])
  const live = all.length === 0 ? [] : await redis.mget(all.map(({ id }) => aliveKey(prefix, id)))
  return {
    alive: all
      .filter((_, at) => live[at] !== null)
      .toSorted((one, other) => one.startedAtMs - other.startedAtMs),
    dead: all.filter((_, at) => live[at] === null).toSorted((one, other) => one.toldAtMs - other.toldAtMs),
  }
}
