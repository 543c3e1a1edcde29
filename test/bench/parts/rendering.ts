import { composePosts, parsePayload } from '@posthorn/core'
import { median } from '../measure/statistics.js'
import type { Finding } from '../report/finding.js'
import type { Part } from './part.js'

/** A kind of text, and the goal for translating, splitting and rendering it, per post. */
type Kind = { what: string; texts: string[]; goalMs: number }

const look = { hookDisplayName: 'CI', overrideUsername: false, overrideIcon: false }

const usual =
  'Build **1234** of `main` passed in 4m 12s. See <https://ci.example.org/builds/42|the log>, or ask @reader and ~builds for the rest of what happened there today, #release 4.2 went out to *all* of them.'

/** Texts that slow down markdown parsers: openers without end, runs of delimiters, and text that resembles links. */
const hostile = [
  '<',
  '[',
  '![',
  '|',
  '*',
  '_',
  '`',
  '~~',
  '>',
  '\\',
  'a@b.c ',
  'www.',
  'http://',
  '**a ',
  '[a](',
  '<!--',
  '&',
  '- ',
  '#a ',
  '@a ',
  '| a |\n|-|\n',
  '[[]](',
  '*_',
  '](',
  '<a|b>',
]

const kinds: Kind[] = [
  { what: '200 bytes', texts: [usual], goalMs: 0.06 },
  { what: '4,000 characters', texts: [usual.repeat(21).slice(0, 4000)], goalMs: 1.5 },
  {
    what: 'hostile 4,000 characters, the worst of them',
    texts: hostile.map(piece => piece.repeat(4000).slice(0, 4000)),
    goalMs: 10,
  },
]

const warmUpMs = 200
const rounds = 200

/** Measures translating, splitting and rendering, which a worker does for every post. */
export const rendering: Part = async () => ({ findings: kinds.map(finding) })

function finding({ what, texts, goalMs }: Kind): Finding {
  const worstMs = Math.max(...texts.map(medianMs))
  const [unit, factor] = goalMs < 1 ? (['µs', 1000] as const) : (['ms', 1] as const)
  return {
    what: `translate, split and render ${what}, a post`,
    value: worstMs * factor,
    unit,
    goal: { atMost: goalMs * factor },
  }
}

function medianMs(text: string): number {
  const reading = parsePayload(JSON.stringify({ text }))
  if (reading.outcome !== 'read') throw new Error(reading.detail)
  const once = () => {
    const beganAt = performance.now()
    const posts = [...composePosts(reading.payload, look)].length
    return (performance.now() - beganAt) / posts
  }
  for (const end = performance.now() + warmUpMs; performance.now() < end; ) once()
  return median(Array.from({ length: rounds }, once))
}
