import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../process/log.js'
import { answerWithin } from '../with-timeout.js'
import type { Metrics } from './metrics.js'

/** A process's dependencies. Each check returns undefined, or describes what is missing. */
export type Checks = Record<string, () => Promise<string | undefined> | string | undefined>

const answerWithinMs = 2000
const silence = `no answer within ${answerWithinMs / 1000} s`
const passes = ''

/** Runs the checks and returns what is missing, each with its dependency's name. A check that times out fails with `otherwise`. */
export async function failedChecks(checks: Checks, otherwise = silence): Promise<string[]> {
  const asked = Object.entries(checks).map(async ([part, check]) => ({
    part,
    trouble: await answerWithin(answerWithinMs, check, otherwise),
  }))
  return (await Promise.all(asked)).flatMap(({ part, trouble }) => (trouble ? [`${part}: ${trouble}`] : []))
}

/** Registers metrics of each check's duration, which is a round trip to Postgres or Redis, and its result. */
export function registerCheckMetrics(metrics: Metrics, checks: Checks): void {
  const ofEach = (figure: (trouble: string | undefined, seconds: number) => number) => async () => {
    const asked = Object.entries(checks).map(async ([part, check]): Promise<[string, number]> => {
      const began = performance.now()
      const trouble = await answerWithin(answerWithinMs, check, silence)
      return [part, figure(trouble, (performance.now() - began) / 1000)]
    })
    return Object.fromEntries(await Promise.all(asked))
  }
  metrics.gauges(
    'posthorn_check_seconds',
    'Duration of the readiness check of this part: a round trip to Postgres or Redis. 2 means that it timed out.',
    'part',
    ofEach((_trouble, seconds) => seconds),
  )
  metrics.gauges(
    'posthorn_check_ok',
    'Whether the readiness check of this part passes (1) or fails (0), as in /readyz.',
    'part',
    ofEach(trouble => (trouble ? 0 : 1)),
  )
}

const startDeadlineMs = 60_000
const logAfterMs = 2000
const betweenChecksMs = 200

/** What a process needs at startup: `needed` may come later, `refused` describes what no waiting changes. */
export type StartChecks = { needed: Checks; refused: Checks }

/**
 * Resolves when all checks pass, so that processes can be started in any order. Logs what it waits for after 2 s, and again
 * whenever that changes.
 * @throws at once if a dependency is refused, and after `deadlineMs` with what is missing
 */
export async function waitForDependencies(
  { needed, refused }: StartChecks,
  log: Log,
  deadlineMs = startDeadlineMs,
): Promise<void> {
  const began = performance.now()
  for (let logged = ''; ; await delay(betweenChecksMs)) {
    const refusals = await failedChecks(refused, passes)
    if (refusals.length > 0) throw new Error(refusals.join('\n'))
    const reasons = await failedChecks(needed)
    if (reasons.length === 0) return
    const waitedMs = performance.now() - began
    if (waitedMs > deadlineMs)
      throw new Error(
        `Not started after ${deadlineMs / 1000} s. Still waiting for:\n  ${reasons.join('\n  ')}`,
      )
    if (waitedMs < logAfterMs || logged === reasons.join()) continue
    logged = reasons.join()
    log.warn({ waiting_for: reasons }, 'waiting')
  }
}
