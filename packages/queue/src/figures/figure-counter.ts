import { type FigureSet, type ShownOutcome, waitBucket } from '@posthorn/core'
import type { Reading } from '../backlog/read-backlog.js'

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

/** Minutes that are stored while Redis is away. Of more, the oldest are lost. */
const maxMinutes = 180
/** Reported minutes stay a little longer, because a clock may be set back. */
const reportedMinutes = 2

/** A process's counts by the beginning of the minute, and which of them are not reported yet. */
function openMinutes(nowMs: () => number) {
  const minutes = new Map<number, FigureSet>()
  const changed = new Set<number>()

  const forget = () => {
    const current = minuteOf(nowMs())
    for (const minute of minutes.keys()) {
      if (minute < current - maxMinutes * minuteMs) changed.delete(minute)
      if (minute < current - reportedMinutes * minuteMs && !changed.has(minute)) minutes.delete(minute)
    }
  }
  return {
    /** Returns a minute to add to. It counts as changed. */
    current: (): FigureSet => {
      const minute = minuteOf(nowMs())
      changed.add(minute)
      const known = minutes.get(minute)
      if (known) return known
      const begun: FigureSet = { sums: {}, peaks: {} }
      minutes.set(minute, begun)
      return begun
    },
    takeChanged: (): Map<number, FigureSet> => {
      forget()
      const taken = [...minutes].filter(([minute]) => changed.has(minute))
      changed.clear()
      return new Map(taken)
    },
    putBack: (unreported: Iterable<number>) => {
      for (const minute of unreported) if (minutes.has(minute)) changed.add(minute)
    },
  }
}

export const minuteMs = 60_000

/** Returns when the minute of a moment began. */
const minuteOf = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs

/** A hash of process → its counts of that minute, as JSON. */
export const keyOfMinute = (prefix: string, minute: number) => `${prefix}:figures:${minute}`

/**
 * A sorted set of minutes that are not yet final in Postgres, by the last time that a process reported them.
 */
export const unsettledMinutesKey = (prefix: string) => `${prefix}:figures`

/** How long minutes wait for a worker that rolls them up. */
export const keptSeconds = 25 * 3600
