import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

type TraceEvent = {
  name: string
  /** Microseconds: when it began, how long it took, and for how long of that it had a processor. */
  ts: number
  dur: number
  tdur?: number
  pid: number
  tid: number
  args: { name?: string }
}

/**
 * What the longest task of the page's main thread took of a processor while something was done, in ms. Neither the time
 * counts that other programs had the processor, nor tasks in which the test puts its own script into the page.
 */
export async function longestTaskMs(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const path = join(mkdtempSync(join(tmpdir(), 'trace-')), 'trace.json')
  await browser.startTracing(page, { path })
  await act()
  await browser.stopTracing()
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] }
  const events = onMainThread(traceEvents)
  const ours = events.filter(({ name }) => name === 'EvaluateScript')
  const tasks = events.filter(
    ({ name, ts, dur }) =>
      name === 'RunTask' && !ours.some(script => script.ts >= ts && script.ts < ts + dur),
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000))
}

function onMainThread(events: TraceEvent[]): TraceEvent[] {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return events.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
}
