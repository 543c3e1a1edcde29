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

/** A figure with a goal: Posthorn's divided by the naive pipeline's at the same number of connections. */
export type Ratio = { what: string; of: (at: AtConnections) => number; goals: Record<number, Goal> }

const atLeast = (goals: Record<number, [number, number?]>): Record<number, Goal> =>
  Object.fromEntries(
    Object.entries(goals).map(([connections, [atLeast, stretch]]) => [
      connections,
      stretch === undefined ? { atLeast } : { atLeast, stretch },
    ]),
  )

const atMost = (goals: Record<number, number>): Record<number, Goal> =>
  Object.fromEntries(Object.entries(goals).map(([connections, atMost]) => [connections, { atMost }]))

export const ratios: Ratio[] = [
  {
    what: 'accepted/s, `confirm` off',
    of: ({ off, naive }) => off.acceptedPerSecond / naive.acceptedPerSecond,
    goals: atLeast({ 1: [0.8, 1], 4: [0.9, 1.2], 16: [1.2, 1.6], 64: [1.6, 2.5], 256: [2, 3] }),
  },
  {
    what: 'accepted/s, `confirm` on',
    of: ({ confirm, naive }) => confirm.acceptedPerSecond / naive.acceptedPerSecond,
    goals: atLeast({ 1: [0.4], 4: [0.5], 16: [0.6], 64: [0.8], 256: [1.2] }),
  },
  {
    what: 'CPU time per posted delivery, `confirm` off',
    of: ({ off, naive }) => off.processorMs / naive.processorMs,
    goals: atMost({ 1: 1.3, 4: 1.2, 16: 0.9, 64: 0.6, 256: 0.4 }),
  },
]

export function verdictAt({ of, goals }: Ratio, at: AtConnections): Verdict | undefined {
  const goal = goals[at.connections]
  return goal && verdict(of(at), goal)
}
