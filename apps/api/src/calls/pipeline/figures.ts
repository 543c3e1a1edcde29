import { calls, maxFigurePeriods } from '@posthorn/contract'
import { type FigureSet, mergeFigures, sumsBelow, waitWithin } from '@posthorn/core'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

const stepMs = { minute: 60_000, hour: 3_600_000 }
const usualPeriods = 60

export const getFigures = serve(calls.getFigures, async ({ deps, query }) => {
  const { step, to = deps.nowMs(), from = Math.max(to - usualPeriods * stepMs[step], 0) } = query
  const [fromAt, toAt] = [
    Math.floor(from / stepMs[step]) * stepMs[step],
    Math.ceil(to / stepMs[step]) * stepMs[step],
  ]
  const count = (toAt - fromAt) / stepMs[step]
  if (count < 1 || count > maxFigurePeriods)
    return refused(
      'bad_parameter',
      `Invalid range. Use a from before to, at most ${maxFigurePeriods} ${step}s apart.`,
    )
  const periods = await deps.pipeline.figures(step, fromAt, toAt)
  return {
    step,
    from_at: fromAt,
    to_at: toAt,
    periods: periods.map(({ startAt, figures }) => ({ start_at: startAt, ...counted(figures) })),
    total: counted(mergeFigures(periods.map(({ figures }) => figures))),
  }
})

function counted(figures: FigureSet) {
  const { sums, peaks } = figures
  const waits = sumsBelow(figures, 'wait:')
  const [p50, p99] = [waitWithin(waits, 0.5), waitWithin(waits, 0.99)]
  return {
    accepted: sums.accepted ?? 0,
    posted: sums.posted ?? 0,
    replied: sums.replied ?? 0,
    updated: sums.updated ?? 0,
    collapsed: sums.collapsed ?? 0,
    superseded: sums.superseded ?? 0,
    skipped: sums.skipped ?? 0,
    rejected: sumsBelow(figures, 'rejected:'),
    refused: sumsBelow(figures, 'refused:'),
    accept_to_posted_ms: p50 === undefined || p99 === undefined ? null : { p50, p99 },
    backlog: peaks.backlog ?? 0,
    oldest_waiting_ms: { shared: peaks['oldest:shared'] ?? 0, flood: peaks['oldest:flood'] ?? 0 },
  }
}
