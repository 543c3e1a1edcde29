import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.js'
import { describeExit } from './launch.js'
import { endOf } from './log-file.js'
import type { ProbeResult } from './probe.js'
import type { Running } from './service.js'

const betweenProbesMs = 20

export type Readiness = { probe: () => Promise<ProbeResult>; withinMs: number; logFile: string }

/**
 * Waits until a service responds. Stops one that ends first or stays silent too long, but not while we
 * ourselves cannot ask.
 *
 * @throws StartupError with the last lines of its log.
 */
export async function untilReady(running: Running, { probe, withinMs, logFile }: Readiness): Promise<void> {
  let ending: string | undefined
  void running.exited.then(how => {
    ending = `ended at once (${describeExit(how)})`
  })
  const deadline = performance.now() + withinMs
  let last: ProbeResult = 'silent'
  while (ending === undefined && (performance.now() < deadline || last === 'unknown')) {
    last = await probe()
    if (last === 'answers' && ending === undefined) return
    await delay(betweenProbesMs)
  }
  await running.stop()
  const what = ending ?? `did not respond within ${Math.round(withinMs / 1000)} s`
  throw new StartupError(`${running.name} ${what}. ${endOf(logFile)}`)
}
