import { advance } from '@posthorn/core'
import { fencedCode, inlineCode, SafeMarkdown, valueLink, valueQuote } from './markdown-values.js'
import type { TemplateSteps } from './steps.js'
import { dateText, durationText } from './times.js'
import { isAbsent, itemText, lengthOf, numberOf, valueText } from './values.js'

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
