import type { Run } from '../measure/run.js'
import type { Spread } from '../measure/statistics.js'
import { type Goal, type Verdict, verdict } from './finding.js'

/** Medians at one number of connections. */
export type AtConnections = {
  connections: number
  /** Posthorn, once responding at once, and once waiting for the outcome. */
  off: Run
  confirm: Run
  naive: Run
  bare: { acceptedPerSecond: number; answerMs: Spread }
}

/** A figure of Posthorn divided by the naive pipeline's at the same number of connections, with goals if there are any. */
export type Ratio = { what: string; of: (at: AtConnections) => number; goals?: Record<number, Goal> }

const atLeast = (goals: Record<number, number>): Record<number, Goal> =>
  Object.fromEntries(Object.entries(goals).map(([connections, atLeast]) => [connections, { atLeast }]))

/** In posts, because the naive pipeline leaves half of its posts for later. */
export const ratios: Ratio[] = [
  {
    what: 'sustained/s, `confirm` off',
    of: ({ off, naive }) => off.postedPerSecond / naive.postedPerSecond,
    goals: atLeast({ 1: 1.2, 4: 1.5, 16: 2, 64: 3, 256: 3 }),
  },
  {
    what: 'sustained/s, `confirm` on',
    of: ({ confirm, naive }) => confirm.postedPerSecond / naive.postedPerSecond,
  },
  {
    what: 'accepted/s, `confirm` off',
    of: ({ off, naive }) => off.acceptedPerSecond / naive.acceptedPerSecond,
  },
  {
    what: 'CPU time per posted delivery, `confirm` off',
    of: ({ off, naive }) => off.processorMs / naive.processorMs,
  },
]

export function verdictAt({ of, goals }: Ratio, at: AtConnections): Verdict | undefined {
  const goal = goals?.[at.connections]
  return goal && verdict(of(at), goal)
}
