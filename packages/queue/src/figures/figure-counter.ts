import { type FigureSet, waitBucket } from '@posthorn/core'
import type { Reading } from '../backlog/read-backlog.js'
import { openMinutes } from './minutes.js'

/** Counts what a process does, minute by minute, in its memory. */
export type FigureCounter = {
  /** A call became a delivery. */
  accepted: () => void
  /** A call did not, for this cause. */
  refused: (cause: string) => void
  /** A delivery became posts, so long after it was accepted. */
  posted: (waitedMs: number) => void
  rejected: (reason: string) => void
  /** What waits in Redis, as it was at one look. */
  waiting: (reading: Pick<Reading, 'deliveries' | 'oldestWaitingMs'>) => void
  /** All that was counted in each minute that has something new since this was last asked. */
  takeChanged: () => Map<number, FigureSet>
  /** These could not be told: they count as new. */
  putBack: (minutes: Iterable<number>) => void
}

export function openFigureCounter(nowMs: () => number = Date.now): FigureCounter {
  const { current, takeChanged, putBack } = openMinutes(nowMs)
  const add = (name: string) => {
    const { sums } = current()
    sums[name] = (sums[name] ?? 0) + 1
  }
  const rise = (name: string, to: number) => {
    if (to === 0) return // nothing waits: nothing is told
    const { peaks } = current()
    peaks[name] = Math.max(peaks[name] ?? 0, to)
  }
  return {
    accepted: () => add('accepted'),
    refused: cause => add(`refused:${cause}`),
    posted: waitedMs => {
      add('posted')
      add(`wait:${waitBucket(waitedMs)}`)
    },
    rejected: reason => add(`rejected:${reason}`),
    waiting: ({ deliveries, oldestWaitingMs }) => {
      rise('backlog', deliveries)
      for (const [lane, ms] of Object.entries(oldestWaitingMs)) rise(`oldest:${lane}`, ms)
    },
    takeChanged,
    putBack,
  }
}
