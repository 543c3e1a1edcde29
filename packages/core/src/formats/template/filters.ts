import { advance } from '../../text/code-points.js'
import { fencedCode, inlineCode, SafeMarkdown, valueLink, valueQuote } from './markdown-values.js'
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
  /** Never throws. `value` and `args` are JSON values, or undefined. */
  run: (value: unknown, ...args: unknown[]) => unknown
}

/** All filters by name. */
export const templateFilters: ReadonlyMap<string, TemplateFilter> = new Map<string, TemplateFilter>([
  ['truncate', { ...arity(1), needs: 'a number of characters', run: truncated }],
  ['upper', { ...arity(0), run: value => valueText(value).toUpperCase() }],
  ['lower', { ...arity(0), run: value => valueText(value).toLowerCase() }],
  [
    'line',
    {
      ...arity(0),
      run: value =>
        valueText(value)
          .trimStart()
          .split(/\r\n|\n|\r/, 1)[0] ?? '',
    },
  ],
  ['date', { ...arity(0, 1), run: (value, form) => dateText(value, valueText(form)) }],
  ['duration', { ...arity(0, 1), run: (value, unit) => durationText(value, valueText(unit)) }],
  ['default', { ...arity(1), needs: 'a value', run: (value, other) => (isAbsent(value) ? other : value) }],
  ['join', { ...arity(1), needs: 'a separator', run: joinedItems }],
  ['count', { ...arity(0), run: lengthOf }],
  ['code', markdown(arity(0), value => inlineCode(valueText(value)))],
  ['block', markdown(arity(0), value => fencedCode(valueText(value)))],
  ['quote', markdown(arity(0), value => valueQuote(valueText(value)))],
  [
    'link',
    markdown(arity(0, 1), (value, address = value) => valueLink(valueText(value), valueText(address))),
  ],
  ['raw', markdown(arity(0), value => new SafeMarkdown(valueText(value)))],
])

function arity(least: number, most = least) {
  return { least, most, needs: '' }
}

function markdown(
  taken: ReturnType<typeof arity>,
  run: (value: unknown, ...args: unknown[]) => SafeMarkdown,
): TemplateFilter {
  return { ...taken, isLast: true, run }
}

function truncated(value: unknown, most: unknown): string {
  const text = valueText(value)
  const limit = Math.max(1, Math.floor(numberOf(most) ?? text.length))
  if (advance(text, 0, limit) >= text.length) return text
  return `${text.slice(0, advance(text, 0, limit - 1)).trimEnd()}…`
}

function joinedItems(value: unknown, separator: unknown): string {
  if (!Array.isArray(value)) return valueText(value)
  return value.map(itemText).join(valueText(separator))
}
