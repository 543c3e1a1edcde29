import type { Log } from '../process/log.js'
import { answerWithin } from '../with-timeout.js'
import type { Metrics } from './metrics.js'

/** Ids and times of posts use the ingress's clock, update times Postgres's. Beyond this, people notice the difference. */
const maxOffsetMs = 5000
const measureEveryMs = 20_000
/** `/readyz` and `/metrics` measure again if the last measurement is older. */
const measurementValidMs = 5000
const answerWithinMs = 2000

/** A server whose clock is compared with this process's; resolves to its time in milliseconds since 1970. */
export type OtherClock = () => Promise<number>

export type ClockWatch = {
  /** Describes the clocks that differ by more than 5 s, for `/readyz`. Returns undefined if none is known to. */
  trouble: () => Promise<string | undefined>
  close: () => Promise<void>
}

type Offset = { name: string; ms: number; isKnown: boolean }

/**
 * Compares this process's clock with those of its servers, now and every 20 s. Logs a warning when the difference exceeds
 * 5 s, and a message when it no longer does. Skips servers that do not answer.
 */
export function openClockWatch(
  clocks: Record<string, OtherClock>,
  { log, metrics }: { log: Pick<Log, 'warn' | 'info'>; metrics?: Metrics },
): ClockWatch {
  let warned = ''
  let last: { offsets: Promise<Offset[]>; atMs: number } | undefined
  const measure = () => {
    if (last && performance.now() - last.atMs < measurementValidMs) return last.offsets
    const offsets = Promise.all(Object.entries(clocks).map(([name, clock]) => offsetOf(name, clock)))
    last = { offsets, atMs: performance.now() }
    return offsets
  }
  const look = async () => {
    const off = (await measure()).filter(({ isKnown, ms }) => isKnown && Math.abs(ms) > maxOffsetMs)
    const names = off.map(({ name }) => name).join(', ')
    const words = off.map(inWords).join(', ') || undefined
    if (names !== warned && words)
      log.warn({ clocks: off }, 'the clocks differ: set this machine’s or the server’s clock')
    else if (names !== warned) log.info('the clocks agree again')
    warned = names
    return words
  }
  metrics?.gauges(
    'posthorn_clock_offset_seconds',
    "How far this process's clock is ahead of the server's, or negative if it is behind.",
    'server',
    async () =>
      Object.fromEntries(
        (await measure()).flatMap(({ name, ms, isKnown }) => (isKnown ? [[name, ms / 1000]] : [])),
      ),
  )
  const timer = setInterval(() => void look(), measureEveryMs).unref()
  void look()
  return { trouble: look, close: async () => clearInterval(timer) }
}

/** Returns how far this process is ahead. The way back may take all of the round trip or none, which is not an offset. */
async function offsetOf(name: string, clock: OtherClock): Promise<Offset> {
  const [beganAt, began] = [Date.now(), performance.now()]
  const theirs = await answerWithin(answerWithinMs, clock, undefined)
  if (theirs === undefined) return { name, ms: 0, isKnown: false }
  const roundTripMs = performance.now() - began
  const middle = beganAt + roundTripMs / 2 - theirs
  const ms = Math.sign(middle) * Math.max(0, Math.abs(middle) - roundTripMs / 2)
  return { name, ms: Math.round(ms), isKnown: true }
}

function inWords({ name, ms }: Offset): string {
  const seconds = (Math.abs(ms) / 1000).toFixed(1)
  return `this process's clock is ${seconds} s ${ms > 0 ? 'ahead of' : 'behind'} that of ${name}`
}
