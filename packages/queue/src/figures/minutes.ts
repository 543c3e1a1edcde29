import type { FigureSet } from '@posthorn/core'
import { minuteMs, minuteOf } from './keys.js'

/** Minutes that are stored while Redis is away. Of more, the oldest are lost. */
const maxMinutes = 180
/** Reported minutes stay a little longer, because a clock may be set back. */
const reportedMinutes = 2

/** A process's counts by the beginning of the minute, and which of them are not reported yet. */
export function openMinutes(nowMs: () => number) {
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
