import type { Load, Sent } from '../load/closed-loop.js'
import type { Rig } from '../systems/rig.js'
import type { System } from '../systems/systems.js'
import { allThere, type Committed, forget, posted, recorded } from './held.js'
import { usedMs } from './processor-time.js'
import { type Spread, spread } from './statistics.js'

/** A system's results for the calls of one run, all of which are posted. */
export type Run = {
  acceptedPerSecond: number
  /** Sustained: from the first call until everything is posted. */
  postedPerSecond: number
  answerMs: Spread
  /** From sending a call until the commit of its post. */
  committedMs: Spread
  /** CPU time per posted delivery, in total and by process, without the sender. */
  processorMs: number
  processorMsOf: Record<string, number>
}

export type Wanted = Pick<Load, 'connections' | 'run' | 'seconds'> & { key: string; recorded: boolean }

/** Sends for some seconds to a system with workers, waits until everything is posted, and compares it with the database. */
export async function measureRun(rig: Rig, system: System, wanted: Wanted): Promise<Run> {
  await forget(rig.db)
  const processes = [...system.processes, ...rig.processes]
  const before = usedMs(processes)
  const { key, recorded: isRecorded, ...load } = wanted
  const sent = await rig.send({ ...load, url: system.urlOf(key) })
  await allThere(rig.db, sent.calls)
  const after = usedMs(processes) // before the comparison, which keeps Postgres busy
  const committed = await (isRecorded ? recorded : posted)(rig.db, load.run, sent.calls)
  const names = Object.keys(before)
  const perPost = names.map(name => ((after[name] ?? 0) - (before[name] ?? 0)) / sent.calls)
  return {
    ...timesOf(sent, committed),
    processorMs: perPost.reduce((sum, ms) => sum + ms, 0),
    processorMsOf: Object.fromEntries(names.map((name, index) => [name, perPost[index] ?? 0])),
  }
}

function timesOf({ calls, perSecond, sentAtMs, answerMs }: Sent, committed: Committed) {
  const tookMs = committed.map((atMs, call) => atMs - (sentAtMs[call] as number))
  const lastAtMs = committed.reduce((last, atMs) => Math.max(last, atMs), 0)
  return {
    acceptedPerSecond: perSecond,
    postedPerSecond: calls / ((lastAtMs - (sentAtMs[0] as number)) / 1000),
    answerMs: spread(answerMs),
    committedMs: spread(tookMs),
  }
}
