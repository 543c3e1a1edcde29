import { type Random, seededRandom } from './random.js'

export const programs = ['ingress 1', 'ingress 2', 'worker 1', 'worker 2'] as const
const services = ['redis', 'postgres'] as const
const parts = [...programs, ...services]

export type ProgramName = (typeof programs)[number]
export type ServiceName = (typeof services)[number]
export type PartName = ProgramName | ServiceName

/** Troubles of a process, and of its connection to Redis or Postgres. */
const anyPart = ['killed', 'stopped for a while', 'stopped, then killed'] as const
const partKinds = [...anyPart, 'killed in mid-write'] as const
/** Why a running Postgres refuses. */
const postgresKinds = ['read-only', 'password changed', 'locks held'] as const
const lineKinds = ['half-open', 'answers lost', 'held up'] as const

type Times = { atMs: number; forMs: number }
export type PartTrouble = Times & { part: PartName; kind: (typeof partKinds)[number] }
export type PostgresKind = (typeof postgresKinds)[number]
export type PostgresTrouble = Times & { part: 'postgres'; kind: PostgresKind | 'failed over' }
export type LineTrouble = Times & { part: ProgramName; kind: (typeof lineKinds)[number]; to: ServiceName }
export type Trouble = PartTrouble | PostgresTrouble | LineTrouble

const everyMs = [2_000, 5_000] as const
const shortMs = [100, 6_000] as const
/** Long enough for a batch's lock to expire. */
const longMs = [11_000, 18_000] as const
/** Pause after a trouble, so that the part does some work in between. */
const restMs = 2_000

/** When the primary fails, as a share of the run, and how long there is no primary. */
const failoverAt = [0.3, 0.7] as const
const failoverMs = [500, 8_000] as const

/**
 * Plans which trouble starts when, and for how long, depending only on the seed. No part has two troubles at once.
 * @param hasStandby whether Postgres fails over to a standby, once
 */
export function planTroubles(seed: number, totalMs: number, hasStandby = false): Trouble[] {
  const random = seededRandom(seed)
  const failover = hasStandby ? [planFailover(random, totalMs)] : []
  const troubles: Trouble[] = [...failover]
  const busyUntil = new Map<string, number>()
  for (let atMs = random.between(500, 2_000); atMs < totalMs; atMs += random.between(...everyMs)) {
    const times = { atMs, forMs: random.oneIn(6) ? random.between(...longMs) : random.between(...shortMs) }
    const free = parts.filter(
      part =>
        (busyUntil.get(part) ?? 0) <= atMs && !failover.some(over => part === over.part && meet(over, times)),
    )
    if (free.length === 0) continue
    const part = random.pick(free)
    busyUntil.set(part, atMs + times.forMs + restMs)
    troubles.push(choose(random, times, part))
  }
  return troubles.toSorted((one, other) => one.atMs - other.atMs)
}

function planFailover(random: Random, totalMs: number): PostgresTrouble {
  const [earliest, latest] = failoverAt
  const atMs = random.between(earliest * totalMs, latest * totalMs)
  return { part: 'postgres', kind: 'failed over', atMs, forMs: random.between(...failoverMs) }
}

function meet(one: Times, other: Times): boolean {
  return one.atMs < other.atMs + other.forMs + restMs && other.atMs < one.atMs + one.forMs + restMs
}

function choose(random: Random, times: Times, part: PartName): Trouble {
  if (part === 'redis') return { ...times, part, kind: random.pick(partKinds) }
  if (part === 'postgres' && random.oneIn(2)) return { ...times, part, kind: random.pick(postgresKinds) }
  if (part === 'postgres' || random.oneIn(2)) return { ...times, part, kind: random.pick(anyPart) }
  return { ...times, part, kind: random.pick(lineKinds), to: random.pick(services) }
}
