import { outcomes, ownPostCount, timeOf } from '@posthorn/core'
import type { DeliveryRow, Destination } from '@posthorn/db'
import type { Delivery, FigureCounter } from '@posthorn/queue'
import { type HookRefusal, hookRefusals, type Metrics, readCallerLines } from '@posthorn/server'
import type { SkippedEvent } from './decode.js'

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

/** Returns the row of a delivery that can be posted. */
export function posting(
  delivery: Delivery,
  tries: number,
  { hook, channel }: Destination & { outcome: 'found' },
  postCount: number,
  ignored: string[],
): DeliveryRow {
  const end = { outcome: 'posted', reason: '', detail: '', postCount, ignored } as const
  return rowOf(delivery, tries, end, hook.teamId, channel.id)
}

/** Returns the row of a delivery that was rejected. */
export function rejection(
  delivery: Delivery,
  tries: number,
  reason: HookRefusal,
  detail: string,
  teamId = '',
): DeliveryRow {
  const end = { outcome: 'rejected', reason, detail, postCount: 0, ignored: [] as string[] } as const
  return rowOf(delivery, tries, end, teamId, '')
}

/** Returns the row of an event that becomes no post. */
export function skipping(tries: number, { delivery, event, detail, ignored }: SkippedEvent): DeliveryRow {
  const end = { outcome: 'skipped', reason: '', detail, postCount: 0, ignored } as const
  return { ...rowOf(delivery, tries, end, '', ''), event }
}

type End = Pick<DeliveryRow, 'outcome' | 'reason' | 'detail' | 'postCount'> & { ignored: string[] }

/** Written field by field: spreading an object of 13 fields costs 20 µs in V8, a tenth of the total time per post. */
function rowOf(
  delivery: Delivery,
  tries: number,
  { outcome, reason, detail, postCount, ignored }: End,
  teamId: string,
  channelId: string,
): DeliveryRow {
  const { id, hookId, requestId, payload, replayOf = '', sentBy = '', restrictedTo = '' } = delivery
  const { change, format, caller, sender = '' } = delivery
  return {
    id,
    hookId,
    teamId,
    channelId,
    outcome,
    reason,
    detail,
    postCount,
    tries,
    requestId,
    payload,
    ignored,
    replayOf,
    sentBy,
    restrictedTo,
    change,
    format,
    sender: caller === undefined ? sender : requestLines(sender, caller),
  }
}

/** A user's call stores no address, user agent and content type, which are three lines. */
const noSender = '\n\n'

/** Returns what is stored about a request whose caller named it: two more lines, its X-Request-Id and the trace's id. */
function requestLines(sender: string, caller: string): string {
  const { requestId = '', traceId = '' } = readCallerLines(caller)
  return `${sender || noSender}\n${requestId}\n${traceId}`
}
