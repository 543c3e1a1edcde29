import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.js'
import { describeExit } from './launch.js'
import { lastLines } from './log-file.js'
import type { ProbeResult } from './probe.js'
import type { Running } from './service.js'

const betweenProbesMs = 20

export type Readiness = { probe: () => Promise<ProbeResult>; withinMs: number; logFile: string }

/**
 * Waits until a service answers. One that ends before, or that stays silent for too long, is stopped; not while it is we
 * who cannot ask.
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
  const what = ending ?? `did not answer within ${Math.round(withinMs / 1000)} s`
  throw new StartupError(`${running.name} ${what}. The end of ${logFile}:\n${lastLines(logFile)}`)
}
