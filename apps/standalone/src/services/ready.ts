import { setTimeout as delay } from 'node:timers/promises'
import { Trouble } from '../trouble.js'
import { wordsFor } from './launch.js'
import { lastLines } from './log-file.js'
import type { Look } from './look.js'
import type { Running } from './service.js'

const betweenProbesMs = 20

export type Readiness = { look: () => Promise<Look>; withinMs: number; logFile: string }

/**
 * Waits until a service answers. One that ends before, or that stays silent for too long, is stopped; not while it is we
 * who cannot look.
 *
 * @throws Trouble with the last lines of its log.
 */
export async function untilReady(running: Running, { look, withinMs, logFile }: Readiness): Promise<void> {
  let ending: string | undefined
  void running.exited.then(how => {
    ending = `ended at once (${wordsFor(how)})`
  })
  const deadline = performance.now() + withinMs
  let last: Look = 'silent'
  while (ending === undefined && (performance.now() < deadline || last === 'unknown')) {
    last = await look()
    if (last === 'answers' && ending === undefined) return
    await delay(betweenProbesMs)
  }
  await running.stop()
  const what = ending ?? `did not answer within ${Math.round(withinMs / 1000)} s`
  throw new Trouble(`${running.name} ${what}. The end of ${logFile}:\n${lastLines(logFile)}`)
}
