import { outcomes, ownPostCount, timeOf } from '@posthorn/core'
import type { DeliveryRow } from '@posthorn/db'
import type { FigureCounter } from '@posthorn/queue'
import { type HookRefusal, hookRefusals, type Metrics } from '@posthorn/server'

/** Counts a recorded batch. `rows` are the new ones, so a batch that is recorded again counts once. */
export type CountBatch = (recorded: { rows: DeliveryRow[]; atMs: number; tookMs: number }) => void

const batchDeliveries = [1, 2, 5, 10, 25, 50, 100, 250, 500]
const batchSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** From an idle system to a Postgres that was down for a night. */
const acceptToPostedSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600, 43_200]

const reasons = Object.keys(hookRefusals) as HookRefusal[]

/** Returns a function that counts in metrics and figures, as far as these are present. */
export function countBatches(metrics: Metrics | undefined, figures: FigureCounter | undefined): CountBatch {
  const counts = [
    ...(metrics ? [registerPostingMetrics(metrics)] : []),
    ...(figures ? [countFigures(figures)] : []),
  ]
  return batch => {
    for (const count of counts) count(batch)
  }
}

/** For /metrics. */
function registerPostingMetrics(metrics: Metrics): CountBatch {
  const settled = metrics.counters('posthorn_deliveries_settled_total', 'Deliveries, by outcome.', {
    label: 'outcome',
    values: outcomes,
  })
  const posted = metrics.counter(
    'posthorn_deliveries_posted_total',
    'Deliveries that became new posts in the channel.',
  )
  const rejected = metrics.counters(
    'posthorn_deliveries_rejected_total',
    'Deliveries that could not be posted, by reason.',
    { label: 'reason', values: reasons },
  )
  const posts = metrics.counter('posthorn_posts_total', 'Posts written.')
  const size = metrics.histogram(
    'posthorn_batch_deliveries',
    'Deliveries recorded by one write to Postgres.',
    batchDeliveries,
  )
  const took = metrics.histogram(
    'posthorn_batch_seconds',
    'How long a batch took from its first query until it was written to Postgres.',
    batchSeconds,
  )
  const waited = metrics.histogram(
    'posthorn_accept_to_posted_seconds',
    'Time from the acceptance of a delivery until its posts or its change of an earlier post were written.',
    acceptToPostedSeconds,
  )
  return ({ rows, atMs, tookMs }) => {
    size(rows.length)
    took(tookMs / 1000)
    for (const row of rows) {
      const { id, outcome, reason } = row
      settled(outcome)
      if (outcome === 'rejected') rejected(reason as HookRefusal)
      if (outcome === 'posted') posted()
      if (outcome === 'rejected' || outcome === 'superseded' || outcome === 'skipped') continue
      posts(ownPostCount(row))
      waited(Math.max(atMs - timeOf(id), 0) / 1000)
    }
  }
}

/** For the figures of each minute. */
function countFigures(figures: FigureCounter): CountBatch {
  return ({ rows, atMs }) => {
    for (const { id, outcome, reason } of rows) {
      if (outcome === 'rejected') figures.rejected(reason)
      else if (outcome === 'superseded' || outcome === 'skipped') figures.unchanged(outcome)
      else figures.posted(outcome, atMs - timeOf(id))
    }
  }
}
