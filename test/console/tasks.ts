import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

type TraceEvent = {
  name: string
  /** In microseconds: start, duration, and CPU time. */
  ts: number
  dur: number
  tdur?: number
  pid: number
  tid: number
  args: { name?: string }
}

/**
 * Returns the CPU time, in ms, of the longest task of the page's main thread during an action. Tasks in which the test
 * injects its own script do not count.
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
