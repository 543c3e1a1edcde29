import { makeDice } from './dice.js'

export const parts = ['ingress 1', 'ingress 2', 'worker 1', 'worker 2', 'redis', 'postgres'] as const
export type PartName = (typeof parts)[number]

/** What happens to a process, and what to its line to Redis or Postgres. */
const partKinds = ['killed', 'stopped for a while', 'stopped, then killed', 'killed in mid-write'] as const
const lineKinds = ['half-open', 'answers lost', 'held up'] as const

type Times = { atMs: number; forMs: number; part: PartName }
export type PartTrouble = Times & { kind: (typeof partKinds)[number] }
export type LineTrouble = Times & { kind: (typeof lineKinds)[number]; to: 'redis' | 'postgres' }
export type Trouble = PartTrouble | LineTrouble

const everyMs = [2_000, 5_000] as const
const shortMs = [100, 6_000] as const
/** Long enough for the lock of a batch to be lost. */
const longMs = [11_000, 18_000] as const
/** What was in trouble is left alone for so long, so that it gets to work in between. */
const restMs = 2_000

/** Which trouble begins when, for how long: the same for the same seed. Nothing has two troubles at once. */
export function planTroubles(seed: number, totalMs: number): Trouble[] {
  const dice = makeDice(seed)
  const troubles: Trouble[] = []
  const busyUntil = new Map<string, number>()
  for (let atMs = dice.between(500, 2_000); atMs < totalMs; atMs += dice.between(...everyMs)) {
    const free = parts.filter(part => (busyUntil.get(part) ?? 0) <= atMs)
    if (free.length === 0) continue
    const part = dice.pick(free)
    const forMs = dice.oneIn(6) ? dice.between(...longMs) : dice.between(...shortMs)
    const at = { atMs, forMs, part }
    busyUntil.set(part, atMs + forMs + restMs)
    const onLine = part !== 'redis' && part !== 'postgres' && dice.oneIn(2)
    if (onLine) troubles.push({ ...at, kind: dice.pick(lineKinds), to: dice.pick(['redis', 'postgres']) })
    else troubles.push({ ...at, kind: dice.pick(part === 'redis' ? partKinds : partKinds.slice(0, 3)) })
  }
  return troubles
}
