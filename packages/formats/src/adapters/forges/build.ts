import { utcMilliseconds } from '../../utc-time.js'
import type { Adapted } from '../adapter.js'
import { joined, plain, truncate } from '../markdown.js'
import { type ForgePlace, lines, linked } from './sentence.js'

/** A known state of a run. */
type KnownState = keyof typeof states

/** The state of a run. A state that we do not know is shown as its sender calls it. */
export type BuildState = KnownState | { called: string }

export type ForgeBuild = {
  event: string
  state: BuildState
  build: ForgePlace
  /** The branch or tag that it ran for. */
  ref?: ForgePlace
  where?: ForgePlace
  who?: string
  /** How long it ran, in seconds. */
  seconds?: number | undefined
  /** Lines below the first one: the commit, and what failed. */
  details?: (string | false | undefined)[]
  /** The run's key, which is closed once the run ends. */
  key?: string | undefined
  /** What a success is called, if nothing was tested. */
  passed?: string
}

/** `rank`: how bad the state is. In a post that is updated, a worse state is news. */
const states = {
  waiting: { sign: '⏳', words: 'is waiting', ends: false, rank: 0 },
  running: { sign: '⏳', words: 'is running', ends: false, rank: 0 },
  held: { sign: '⏳', words: 'waits for approval', ends: false, rank: 1 },
  passed: { sign: '✅', words: 'passed', ends: true, rank: 0 },
  partly: { sign: '⚠️', words: 'partially succeeded', ends: true, rank: 1 },
  failed: { sign: '❌', words: 'failed', ends: true, rank: 2 },
  late: { sign: '❌', words: 'timed out', ends: true, rank: 2 },
  unstarted: { sign: '❌', words: 'failed to start', ends: true, rank: 2 },
  blocked: { sign: '❌', words: 'was blocked', ends: true, rank: 2 },
  rejected: { sign: '❌', words: 'was rejected', ends: true, rank: 2 },
  urgent: { sign: '⚠️', words: 'needs action', ends: true, rank: 1 },
  stopped: { sign: '⚠️', words: 'was canceled', ends: true, rank: 0 },
  stale: { sign: '⚠️', words: 'went stale', ends: true, rank: 0 },
  neutral: { sign: 'ℹ️', words: 'ended without a verdict', ends: true, rank: 0 },
  skipped: { sign: '', words: 'was skipped', ends: true, rank: 0 },
}

/** Returns the state that a sender calls so. */
export function buildState(known: ReadonlyMap<string, BuildState>, called: string): BuildState {
  return known.get(called) ?? { called }
}

/** Whether a run ended badly, and somebody has to act. */
export function isBad(state: BuildState): boolean {
  return stateWords(state).rank === 2
}

type StateWords = { sign: string; words: string; ends: boolean; rank: number }

/** Returns the sign of a state, what it is called in a sentence, whether the run ends with it, and how bad it is. */
export function stateWords(state: BuildState): StateWords {
  if (typeof state === 'string') return states[state]
  const called = plain(state.called.replaceAll('_', ' '), 60)
  return { sign: 'ℹ️', words: called === '' ? 'changed' : `is now “${called}”`, ends: false, rank: 0 }
}

/** Returns a post about a run: `❌ [CI #17](…) failed on [main](…) in [acme/shop](…) · alice · 2 min 5 s`. */
export function buildPost(build: ForgeBuild): Adapted {
  const { event, state, key, who = '', seconds, details = [] } = build
  const { sign, words, ends, rank } = stateWords(state)
  const verb = state === 'passed' ? (build.passed ?? words) : words
  const ref = build.ref && linked(build.ref)
  const where = build.where && linked(build.where)
  const name = linked(build.build) || 'A build'
  const place = joined([ref && `on ${ref}`, where && `in ${where}`])
  const first = joined([sign, name, verb, place])
  const notes = [first, plain(who, 60), ends && duration(seconds)]
  return {
    event,
    text: lines(joined(notes, ' · '), ...details),
    ...(key !== undefined && { updateKey: truncate(key, 1000), close: ends, standing: { build: rank } }),
  }
}

/** Returns `45 s`, `2 min 5 s` or `1 h 2 min`. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined || !(seconds >= 1)) return ''
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return joined([`${minutes} min`, whole % 60 > 0 && `${whole % 60} s`])
  return joined([`${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`])
}

/** Returns the seconds between two dates, if both are dates. */
export function secondsBetween(start: string, end: string): number | undefined {
  const seconds = (utcMilliseconds(end) - utcMilliseconds(start)) / 1000
  return Number.isFinite(seconds) ? seconds : undefined
}
