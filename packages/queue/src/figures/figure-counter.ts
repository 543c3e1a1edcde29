import { type FigureSet, type ShownOutcome, waitBucket } from '@posthorn/core'
import type { Reading } from '../backlog/read-backlog.js'
import { openMinutes } from './minutes.js'

/** Counts a process’s events by minute, in memory. */
export type FigureCounter = {
  /** A call became a delivery. */
  accepted: () => void
  /** A call was rejected, for this cause. */
  refused: (cause: string) => void
  /** A delivery changed its channel, this long after it was accepted. */
  posted: (outcome: ShownOutcome, waitedMs: number) => void
  /** A newer delivery had already set the post. */
  unchanged: (outcome: 'superseded' | 'skipped') => void
  rejected: (reason: string) => void
  /** The backlog at one look. */
  waiting: (reading: Pick<Reading, 'deliveries' | 'oldestWaitingMs'>) => void
  /** Returns all counts of each minute that has changed since the last call. */
  takeChanged: () => Map<number, FigureSet>
  /** These could not be stored, so they count as changed. */
  putBack: (minutes: Iterable<number>) => void
}

export function openFigureCounter(nowMs: () => number = Date.now): FigureCounter {
  const { current, takeChanged, putBack } = openMinutes(nowMs)
  const add = (name: string) => {
    const { sums } = current()
    sums[name] = (sums[name] ?? 0) + 1
  }
  const rise = (name: string, to: number) => {
    if (to === 0) return // nothing is waiting, so there is nothing to report
    const { peaks } = current()
    peaks[name] = Math.max(peaks[name] ?? 0, to)
  }
  return {
    accepted: () => add('accepted'),
    refused: cause => add(`refused:${cause}`),
    posted: (outcome, waitedMs) => {
      add(outcome)
      add(`wait:${waitBucket(waitedMs)}`)
    },
    unchanged: outcome => add(outcome),
    rejected: reason => add(`rejected:${reason}`),
    waiting: ({ deliveries, oldestWaitingMs }) => {
      rise('backlog', deliveries)
      for (const [lane, ms] of Object.entries(oldestWaitingMs)) rise(`oldest:${lane}`, ms)
    },
    takeChanged,
    putBack,
  }
}
