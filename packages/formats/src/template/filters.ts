import { advance } from '@posthorn/core'
import type { TemplateSteps } from './steps.js'
import {
  fencedCode,
  inlineCode,
  isAbsent,
  itemText,
  lengthOf,
  numberOf,
  SafeMarkdown,
  valueLink,
  valueQuote,
  valueText,
} from './values.js'

/** `markdown`: the field becomes markdown. `plain`: a key, a channel or a condition. */
export type FilterMode = 'markdown' | 'plain'

/** `least` and `most`: how many arguments it takes. `needs`: what they are, in words. `isLast`: whether it makes markdown. */
export type TemplateFilter = {
  least: number
  most: number
  needs: string
  isLast?: boolean
  /** Never throws anything but a fault of `steps`. `value` and `args` are JSON values, or undefined. */
  run: (steps: TemplateSteps, value: unknown, ...args: unknown[]) => unknown
}

/** All filters by name. */
export const templateFilters: ReadonlyMap<string, TemplateFilter> = new Map<string, TemplateFilter>([
  ['truncate', { ...arity(1), needs: 'a number of characters', run: ofText(truncated) }],
  ['upper', { ...arity(0), run: ofText(text => text.toUpperCase()) }],
  ['lower', { ...arity(0), run: ofText(text => text.toLowerCase()) }],
  ['line', { ...arity(0), run: ofText(text => text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '') }],
  ['date', { ...arity(0, 1), run: ofText((text, form) => dateText(text, form)) }],
  ['duration', { ...arity(0, 1), run: ofText((text, unit) => durationText(text, unit)) }],
  ['default', { ...arity(1), needs: 'a value', run: (_, value, other) => (isAbsent(value) ? other : value) }],
  ['join', { ...arity(1), needs: 'a separator', run: joinedItems }],
  ['count', { ...arity(0), run: (_, value) => lengthOf(value) }],
  ['code', markdown(arity(0), inlineCode)],
  ['block', markdown(arity(0), fencedCode)],
  ['quote', markdown(arity(0), valueQuote)],
  ['link', markdown(arity(0, 1), (text, address = text) => valueLink(text, address))],
  ['raw', markdown(arity(0), text => new SafeMarkdown(text))],
])

function arity(least: number, most = least) {
  return { least, most, needs: '' }
}

type FilterRun = TemplateFilter['run']
type TextFilter<Made> = (text: string, ...args: string[]) => Made

/** Makes a filter that reads its value and arguments as text. */
function ofText<Made>(
  run: TextFilter<Made>,
  count?: (steps: TemplateSteps, text: string) => void,
): FilterRun {
  return (steps, ...given) => {
    const [text = '', ...args] = given.map(valueText)
    for (const { length } of [text, ...args]) steps.characters(length)
    count?.(steps, text)
    return run(text, ...args)
  }
}

function markdown(taken: ReturnType<typeof arity>, run: TextFilter<SafeMarkdown>): TemplateFilter {
  const counted = ofText(run, (steps, text) => steps.markdown(text.length))
  return { ...taken, isLast: true, run: counted }
}

function truncated(text: string, most = ''): string {
  const limit = Math.max(1, Math.floor(numberOf(most) ?? text.length))
  if (advance(text, 0, limit) >= text.length) return text
  return `${text.slice(0, advance(text, 0, limit - 1)).trimEnd()}…`
}

function joinedItems(steps: TemplateSteps, value: unknown, separator: unknown): string {
  if (!Array.isArray(value)) return valueText(value)
  const between = valueText(separator)
  steps.items(value.length)
  steps.characters(value.length * between.length)
  return value.map(itemText).join(between)
}

/** Times from here on are in milliseconds, earlier ones in seconds: 1e11 s is the year 5138, 1e11 ms is 1973. */
const fromMilliseconds = 1e11

/**
 * Returns a time in UTC as `2026-11-21 14:02 UTC`; with the form `date` or `time`, that part. Reads what JSON has for times: ISO
 * 8601, seconds or milliseconds since 1970. Everything else stays as it is.
 */
function dateText(text: string, form?: string): string {
  const number = numberOf(text)
  const ms =
    number === undefined
      ? Date.parse(text.slice(0, 40))
      : number * (Math.abs(number) < fromMilliseconds ? 1000 : 1)
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return text
  const iso = date.toISOString()
  const [day, time] = [iso.slice(0, iso.indexOf('T')), `${iso.slice(iso.indexOf('T') + 1).slice(0, 5)} UTC`]
  if (form === 'date') return day
  return form === 'time' ? time : `${day} ${time}`
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Returns a number of seconds as `2 h 5 min`, in its two largest units; with the unit `ms`, of milliseconds. */
function durationText(text: string, unit?: string): string {
  const number = numberOf(text)
  if (number === undefined) return text
  const seconds = unit === 'ms' ? number / 1000 : number
  if (Math.abs(seconds) < 1 && seconds !== 0) return `${Math.round(seconds * 1000)} ms`
  let left = Math.round(Math.abs(seconds))
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count > 0 ? [`${count} ${name}`] : []
  })
  return `${seconds < 0 ? '-' : ''}${parts.slice(0, 2).join(' ') || '0 s'}`
}
