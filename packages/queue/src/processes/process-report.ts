import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { cpuUsage, memoryUsage, pid } from 'node:process'
import type { FigureSet } from '@posthorn/core'
import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import {
  type FigureCounter,
  keptSeconds,
  keyOfMinute,
  openFigureCounter,
  unsettledMinutesKey,
} from '../figures/figure-counter.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { forgetLost } from './list-processes.js'
import { aliveKey, goneAfterMs, lostKeptMs, type ProcessInfo, processesKey } from './process-info.js'

/** Measures this process's share of a core since the last call, and its memory now. */
function openUsage(): () => { cpuShare: number; memoryBytes: number } {
  let [used, at] = [cpuUsage(), performance.now()]
  return () => {
    const { user, system } = cpuUsage(used)
    const now = performance.now()
    const cpuShare = (user + system) / 1000 / Math.max(now - at, 1)
    used = cpuUsage()
    at = now
    return { cpuShare, memoryBytes: memoryUsage.rss() }
  }
}

/** Often enough that two lost reports do not make a process count as gone. */
const reportEveryMs = 3000

const closeWithinMs = 3000

/** A process's reports that it is alive, and its counts. */
export type ProcessReport = {
  figures: FigureCounter
  /** Reports the remaining counts and removes the process, if Redis responds within three seconds. */
  close: () => Promise<void>
}

export type ReportOptions = { prefix?: string; everyMs?: number; nowMs?: () => number }

/**
 * Reports to Redis every three seconds, in one transaction. A report has all counts of a minute, so repeating
 * it changes nothing. A killed process loses at most three seconds of counts.
 * @param redis a connection of either kind; it is not closed here
 */
export function openProcessReport(
  redis: Redis,
  { name, version }: Pick<ProcessInfo, 'name' | 'version'>,
  { prefix = defaultPrefix, everyMs = reportEveryMs, nowMs = Date.now }: ReportOptions = {},
): ProcessReport {
  const about = { id: randomUUID(), name, version, host: hostname(), pid, startedAtMs: nowMs() }
  const [figures, usage] = [openFigureCounter(nowMs), openUsage()]

  const report = async (isLast: boolean) => {
    if (!isReady(redis)) return
    const [writing, minutes, toldAtMs] = [redis.multi(), figures.takeChanged(), nowMs()]
    writeFigures(writing, { prefix, id: about.id, minutes, toldAtMs })
    if (isLast) writing.hdel(processesKey(prefix), about.id).del(aliveKey(prefix, about.id))
    else writeAlive(writing, prefix, { ...about, toldAtMs, ...usage() })
    const answers = await writing.exec().catch(() => null)
    if (!answers?.every(([error]) => error === null)) figures.putBack(minutes.keys())
  }

  let reporting: Promise<void> | undefined // one at a time, so that a silent Redis does not pile up reports
  const begin = () => {
    reporting ??= report(false).finally(() => {
      reporting = undefined
    })
  }
  begin()
  void forgetLost(redis, { prefix, nowMs: nowMs() })
  const timer = setInterval(begin, everyMs)
  timer.unref()
  return {
    figures,
    close: async () => {
      clearInterval(timer)
      await withTimeout(
        Promise.resolve(reporting).then(() => report(true)),
        closeWithinMs,
        undefined,
      )
    },
  }
}

type Counted = { prefix: string; id: string; minutes: Map<number, FigureSet>; toldAtMs: number }

function writeFigures(writing: ChainableCommander, { prefix, id, minutes, toldAtMs }: Counted): void {
  for (const [minute, set] of minutes) {
    const key = keyOfMinute(prefix, minute)
    writing.hset(key, id, JSON.stringify(set)).expire(key, keptSeconds)
    writing
      .zadd(unsettledMinutesKey(prefix), toldAtMs, minute)
      .expire(unsettledMinutesKey(prefix), keptSeconds)
  }
}

function writeAlive(writing: ChainableCommander, prefix: string, info: ProcessInfo): void {
  writing.hset(processesKey(prefix), info.id, JSON.stringify(info)).pexpire(processesKey(prefix), lostKeptMs)
  writing.set(aliveKey(prefix, info.id), '', 'PX', goneAfterMs)
}
