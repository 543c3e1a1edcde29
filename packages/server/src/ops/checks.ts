import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../process/log.js'
import { answerWithin } from '../with-timeout.js'
import type { Metrics } from './metrics.js'

/** What a process needs: each check answers undefined, or says in words what is missing. */
export type Checks = Record<string, () => Promise<string | undefined> | string | undefined>

const answerWithinMs = 2000
const silence = `no answer within ${answerWithinMs / 1000} s`

/** What is missing, in words, each with its part's name before it. A check that does not answer says that. */
export async function failedChecks(checks: Checks): Promise<string[]> {
  const asked = Object.entries(checks).map(async ([part, check]) => ({
    part,
    trouble: await answerWithin(answerWithinMs, check, silence),
  }))
  return (await Promise.all(asked)).flatMap(({ part, trouble }) => (trouble ? [`${part}: ${trouble}`] : []))
}

/** Shows how long each check takes, which is a round trip to Postgres and to Redis, and whether it is content. */
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
    'How long the readiness check of this part took: a round trip to Postgres or Redis. 2 means: no answer.',
    'part',
    ofEach((_trouble, seconds) => seconds),
  )
  metrics.gauges(
    'posthorn_check_ok',
    'Whether this part is as the process needs it, 1 or 0: what /readyz says.',
    'part',
    ofEach(trouble => (trouble ? 0 : 1)),
  )
}

const startDeadlineMs = 60_000
const tellAfterMs = 2000
const betweenChecksMs = 200

/**
 * Resolves when nothing is missing any more, so that processes may be started in any order. After two seconds, and
 * whenever that changes, the log says what is waited for.
 * @throws after `deadlineMs`, saying the same
 */
export async function waitForDependencies(
  checks: Checks,
  log: Log,
  deadlineMs = startDeadlineMs,
): Promise<void> {
  const began = performance.now()
  for (let told = ''; ; await delay(betweenChecksMs)) {
    const reasons = await failedChecks(checks)
    if (reasons.length === 0) return
    const waitedMs = performance.now() - began
    if (waitedMs > deadlineMs)
      throw new Error(`Not started: after ${deadlineMs / 1000} s there is still\n  ${reasons.join('\n  ')}`)
    if (waitedMs < tellAfterMs || told === reasons.join()) continue
    told = reasons.join()
    log.warn({ waiting_for: reasons }, 'waiting')
  }
}
