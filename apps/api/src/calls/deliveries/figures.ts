import { calls } from '@posthorn/contract'
import { timeOf } from '@posthorn/core'
import { countPeriods, idsBetween } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'

const hourMs = 3_600_000

const steps = { day: { stepMs: hourMs, count: 24 }, week: { stepMs: 6 * hourMs, count: 28 } }

export const getHookFigures = serve(calls.getHookFigures, async ({ deps, hookId, query: { over } }) => {
  const { stepMs, count } = steps[over]
  const endMs = deps.nowMs()
  const startsMs = Array.from({ length: count }, (_, index) => endMs - (count - index) * stepMs)
  const { periods, oldest } = await countPeriods(deps.db, {
    hookId,
    starts: startsMs.map(startMs => idsBetween(startMs, 0).first),
    end: idsBetween(0, endMs + hourMs).end, // clocks of processes differ
  })
  return {
    step_ms: stepMs,
    periods: periods.map(({ delivered, rejected, withoutPost }, index) => ({
      start_at: startsMs[index] ?? 0,
      posted: delivered - rejected - withoutPost,
      rejected,
      other: withoutPost,
    })),
    counted_from: oldest === '' ? 0 : timeOf(oldest),
  }
})
