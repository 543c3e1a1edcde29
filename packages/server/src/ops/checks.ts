import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../process/log.js'
import { answerWithin } from '../with-timeout.js'
import type { Metrics } from './metrics.js'

/** A process's dependencies. Each check returns undefined, or describes what is missing. */
export type Checks = Record<string, () => Promise<string | undefined> | string | undefined>

const answerWithinMs = 2000
const silence = `no answer within ${answerWithinMs / 1000} s`

/** Runs the checks and returns what is missing, each with its dependency's name. Reports checks that time out. */
export async function failedChecks(checks: Checks): Promise<string[]> {
  const asked = Object.entries(checks).map(async ([part, check]) => ({
    part,
    trouble: await answerWithin(answerWithinMs, check, silence),
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

/**
 * Resolves when all checks pass, so that processes can be started in any order. Logs what it waits for after 2 s, and again
 * whenever that changes.
 * @throws after `deadlineMs`, with what is missing
 */
export async function waitForDependencies(
  checks: Checks,
  log: Log,
  deadlineMs = startDeadlineMs,
): Promise<void> {
  const began = performance.now()
  for (let logged = ''; ; await delay(betweenChecksMs)) {
    const reasons = await failedChecks(checks)
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
