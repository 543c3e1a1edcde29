import type { Settled } from '@posthorn/core'
import { openSharedRoom } from '../limits/shared-room.js'

/** The maximum number of waiting calls of one owner. All owners together get a third more. */
const maxWaiting = 1000
/**
 * When a waiting call is looked up in Postgres, which knows what the bus has lost: before 3 s are up, and
 * before 10 s.
 */
const lookUpEveryMs = 2400

/** A call's wait for the outcome of its delivery. */
export type OutcomeWait = {
  /** Undefined if the time was up, or the process is stopping. */
  settled: Promise<Settled | undefined>
  /** Ends the wait, because the delivery was not stored. */
  cancel: () => void
}

export type OutcomeWaiters = {
  /**
   * Begins a wait. Call it before the delivery is stored, because its outcome may arrive first. Undefined if
   * too many wait, of this owner or in all.
   */
  expect: (id: string, withinMs: number, owner: string) => OutcomeWait | undefined
  onOutcomes: (outcomes: Settled[]) => void
  /** Ends all waits at once, and accepts no more. */
  close: () => void
}

type Call = {
  id: string
  owner: string
  resolve: (settled: Settled | undefined) => void
  timers: NodeJS.Timeout[]
}

/**
 * The calls of this process that wait for an outcome. `lookUp` queries Postgres for outcomes that the bus did
 * not deliver: one query at a time, for all calls that are due.
 */
export function openOutcomeWaiters(lookUp: (ids: string[]) => Promise<Settled[]>): OutcomeWaiters {
  const calls = new Set<Call>()
  const room = openSharedRoom(maxWaiting)
  const byId = new Map<string, Set<Call>>()
  let closed = false

  const end = (call: Call, settled?: Settled) => {
    for (const timer of call.timers) clearTimeout(timer)
    if (calls.delete(call)) room.giveBack(call.owner, 1)
    const others = byId.get(call.id)
    others?.delete(call)
    if (others?.size === 0) byId.delete(call.id)
    call.resolve(settled)
  }

  const onOutcomes = (outcomes: Settled[]) => {
    for (const settled of outcomes) for (const call of byId.get(settled.id) ?? []) end(call, settled)
  }

  const miss = lookUpTogether(lookUp, onOutcomes)

  const expect: OutcomeWaiters['expect'] = (id, withinMs, owner) => {
    if (closed || !room.hasFor(owner, 1)) return undefined
    const call: Call = { id, owner, resolve: () => {}, timers: [] }
    const settled = new Promise<Settled | undefined>(resolve => {
      call.resolve = resolve
    })
    call.timers.push(setTimeout(end, withinMs, call), setInterval(miss, lookUpEveryMs, id))
    calls.add(call)
    room.take(owner, 1)
    byId.set(id, (byId.get(id) ?? new Set()).add(call))
    return { settled, cancel: () => end(call) }
  }

  return {
    expect,
    onOutcomes,
    close: () => {
      closed = true
      for (const call of calls) end(call)
    },
  }
}

/** Queries Postgres, one query at a time, for all outcomes that were missed meanwhile. */
function lookUpTogether(
  lookUp: (ids: string[]) => Promise<Settled[]>,
  onOutcomes: (outcomes: Settled[]) => void,
): (id: string) => void {
  let missing: string[] = []
  let looking = false
  const look = async () => {
    looking = true
    while (missing.length > 0) {
      const ids = missing
      missing = []
      await lookUp(ids).then(onOutcomes, () => {}) // Postgres is away, so a later look-up tries again
    }
    looking = false
  }
  return id => {
    missing.push(id)
    if (!looking) void look()
  }
}
