import type { Log } from '../process/log.js'
import { answerWithin } from '../with-timeout.js'
import type { Metrics } from './metrics.js'

/** Ids and times of posts come from the ingress's clock, update times from Postgres's. Beyond this they disagree visibly. */
const maxOffsetMs = 5000
const measureEveryMs = 20_000
/** `/readyz` and `/metrics` measure again when the last measurement is older. */
const measurementKeptMs = 5000
const answerWithinMs = 2000

/** A server whose clock is compared with this process's; resolves to its time in milliseconds since 1970. */
export type OtherClock = () => Promise<number>

export type ClockWatch = {
  /** For `/readyz`: which clocks differ by more than 5 s, in words; undefined when none is known to. */
  trouble: () => Promise<string | undefined>
  close: () => Promise<void>
}

type Offset = { name: string; ms: number; isKnown: boolean }

/**
 * Compares this process's clock with those of its servers, at once and every 20 s. Logs a warning when one begins to differ
 * by more than 5 s, and a line when it no longer does. A server that does not answer is not compared.
 */
export function openClockWatch(
  clocks: Record<string, OtherClock>,
  { log, metrics }: { log: Pick<Log, 'warn' | 'info'>; metrics?: Metrics },
): ClockWatch {
  let warned = ''
  let last: { offsets: Promise<Offset[]>; atMs: number } | undefined
  const measure = () => {
    if (last && performance.now() - last.atMs < measurementKeptMs) return last.offsets
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
    "How far this process's clock is ahead of the server's; negative when it is behind.",
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

/** How far this process is ahead. The answer's way may take all of the round trip or none of it: neither counts as offset. */
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
