import { advance } from '@posthorn/core'
import type { TemplateOperand } from './nodes.js'
import type { TemplateSteps } from './steps.js'
import { itemText, lengthOf, numberOf, valueText } from './values.js'

/** Returns at most so many characters. A text that was cut ends with an ellipsis, which counts. */
export function truncated(text: string, most = ''): string {
  const limit = Math.max(1, Math.floor(numberOf(most) ?? text.length))
  if (advance(text, 0, limit) >= text.length) return text
  return `${text.slice(0, advance(text, 0, limit - 1)).trimEnd()}…`
}

/** Returns the first characters. `note` follows a text that was cut, and does not count. */
export function firstCharacters(text: string, most = '', note = ''): string {
  const end = advance(text, 0, Math.max(0, Math.floor(numberOf(most) ?? text.length)))
  return end >= text.length ? text : text.slice(0, end) + note
}

/** A longer text to search for is never found. */
const maxSearched = 100
/** A search for a text of that length compares so many times more characters than reading does. */
const searchFactor = 25

/** Replaces each occurrence of a text. */
export function replacedText(steps: TemplateSteps, value: unknown, from: unknown, to: unknown): string {
  const [text, wanted, other] = [valueText(value), valueText(from), valueText(to)]
  steps.characters(text.length * searchFactor)
  if (wanted === '' || wanted.length > maxSearched) return text
  const parts = text.split(wanted)
  steps.characters(parts.length * (other.length + searchFactor))
  return parts.join(other)
}

/** Rounds a number to so many decimals. Whole numbers and everything else stay as they are. */
export function rounded(text: string, decimals = '0'): string | number {
  const number = numberOf(text)
  if (number === undefined || Number.isInteger(number)) return text
  const places = Math.min(Math.max(0, Math.floor(numberOf(decimals) ?? 0)), 15)
  return Number(number.toFixed(places)) + 0 // without the sign of -0
}

/** An encoded character costs up to so many times more than a read one. */
const encodingFactor = 20

/** Returns a value as a part of an address, such as `a%20b%2Fc`. */
export function encodedText(steps: TemplateSteps, value: unknown): string {
  const text = valueText(value)
  steps.characters(text.length * encodingFactor)
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The key of what every other value becomes. */
const otherValues = '*'

/** Returns what a table of `value:shown` has for a value. Without an entry for it or for `*`, it stays as it is. */
export function mappedText(text: string, ...table: string[]): string {
  let other = text
  for (const entry of table) {
    const colon = entry.indexOf(':')
    const key = entry.slice(0, Math.max(0, colon))
    if (colon >= 0 && key === text) return entry.slice(colon + 1)
    if (key === otherValues) other = entry.slice(colon + 1)
  }
  return other
}

/** Returns what is wrong with the entries of a table. */
export function mapMistake(args: TemplateOperand[]): string | undefined {
  const wrong = args.some(arg => arg.kind === 'literal' && !valueText(arg.value).includes(':'))
  return wrong ? 'Write each entry as "value:shown", and "*:shown" for every other value.' : undefined
}

/** Joins the items of a list. */
export function joinedItems(steps: TemplateSteps, value: unknown, separator: unknown): string {
  if (!Array.isArray(value)) return valueText(value)
  const between = valueText(separator)
  steps.items(value.length)
  steps.characters(value.length * between.length)
  return value.map(itemText).join(between)
}

/** Returns another value for an absent or empty one, such as a list without items. */
export function orOther(_: TemplateSteps, value: unknown, other: unknown): unknown {
  return lengthOf(value) === 0 ? other : value
}
