import { escapeMarkdown, includesText, isRecord } from '@posthorn/core'
import { code, link } from '../adapters/markdown.js'

/** What is shown of a list that stands in a text: so many items, and so many characters of each. */
const maxShownItems = 100
const maxShownCharacters = 300

/** Returns the value below a key. Only own properties count, and the positions of an array. */
export function below(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(key) ? value[Number(key)] : undefined
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Returns a value as text. A list has commas between its items; what is nested in it becomes an ellipsis. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  const items = Array.isArray(value)
    ? value.slice(0, maxShownItems).map(itemText)
    : keysOf(value)
        .slice(0, maxShownItems)
        .map(key => `${key}: ${itemText(below(value, key))}`)
  const length = lengthOf(value)
  return `${items.join(', ')}${length > maxShownItems ? ', …' : ''}`
}

/** Returns an item of a list as text. What is nested in it becomes an ellipsis. */
export function itemText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '…'
  const text = valueText(value)
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).toWellFormed()}…` : text
}

/** Objects with more keys are remembered, because listing 50,000 keys takes 10 ms. */
const fewKeys = 20
const knownKeys = new WeakMap<object, string[]>()

/** Returns the keys of an object that does not change. */
export function keysOf(object: object): string[] {
  const known = knownKeys.get(object)
  if (known) return known
  const keys = Object.keys(object)
  if (keys.length > fewKeys) knownKeys.set(object, keys)
  return keys
}

/** Returns the number of items or entries; for other values, 1 if there is one. */
export function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (isRecord(value)) return keysOf(value).length
  return isAbsent(value) ? 0 : 1
}

/** Returns whether a value is absent, null or an empty text. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Returns whether a value holds as a condition: it is not absent, empty, 0 or false. */
export function isTruthy(value: unknown): boolean {
  return typeof value === 'object' ? lengthOf(value) > 0 : Boolean(value)
}

/** Returns a number, or the number that a text consists of; otherwise undefined. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.length < 40 && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns whether two values are the same as text. Null equals only what is absent or null. A list or object equals nothing. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === null || right === null) return (left ?? null) === (right ?? null)
  if (typeof left === 'object' || typeof right === 'object') return false
  if (typeof left === 'number' || typeof right === 'number') {
    const [one, other] = [numberOf(left), numberOf(right)]
    if (one !== undefined && other !== undefined) return one === other
  }
  return valueText(left) === valueText(right)
}

/** Compares numbers as numbers, and everything else as text. Returns undefined if a value is absent, a list or an object. */
export function compared(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'object' || typeof right === 'object') return undefined
  if (isAbsent(left) || isAbsent(right)) return undefined
  const [one, other] = [numberOf(left), numberOf(right)]
  if (one !== undefined && other !== undefined)
    return one - other || exactOrder(valueText(left), valueText(right))
  const [text, otherText] = [valueText(left), valueText(right)]
  return text === otherText ? 0 : text < otherText ? -1 : 1
}

/** Compares whole numbers above 2^53, which are texts, digit by digit. */
function exactOrder(left: string, right: string): number {
  if (!/^-?\d{1,39}$/.test(left) || !/^-?\d{1,39}$/.test(right)) return 0
  const [one, other] = [BigInt(left), BigInt(right)]
  return one === other ? 0 : one < other ? -1 : 1
}

/** Returns whether a list has an item, an object a key, or a text a part. */
export function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.some(item => isSame(item, wanted))
  if (isRecord(value)) return Object.hasOwn(value, valueText(wanted))
  return includesText(valueText(value), valueText(wanted))
}

/** What a filter makes of a value: markdown that is not escaped again. */
export class SafeMarkdown {
  /**
   * @param shown the text that it shows, for places where code would not stay code
   * @param linesAfter how many line feeds must follow it. More than none also means that it needs a line of its own.
   */
  constructor(
    readonly markdown: string,
    readonly shown?: string,
    readonly linesAfter = 0,
  ) {}
}

/** Returns a value as markdown that shows it as written, in its own lines. It mentions nobody. */
export function escapeValue(text: string): string {
  return inert(escapeMarkdown(text.trim().replace(/\r\n?/g, '\n'), true))
}

/** Returns a value as inline code, on one line. */
export function inlineCode(text: string): SafeMarkdown {
  return new SafeMarkdown(code(text.replace(/\s+/g, ' ').trim(), text.length + 1), text)
}

/** Returns a value as a block of code. Tildes, because people write backticks themselves. */
export function fencedCode(text: string): SafeMarkdown {
  const lines = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (lines === '') return new SafeMarkdown('')
  const fence = '~'.repeat(Math.max(4, 1 + longestRun(lines, '~')))
  return new SafeMarkdown(`${fence}\n${lines}\n${fence}`, lines, 1)
}

/** Returns a value as a quote of all its lines. */
export function valueQuote(text: string): SafeMarkdown {
  const lines = escapeValue(text).split('\n')
  if (lines[0] === '') return new SafeMarkdown('')
  return new SafeMarkdown(lines.map(line => `> ${line}`.trimEnd()).join('\n'), undefined, 2)
}

/** Returns a link. Without an http(s) address, only its label. */
export function valueLink(label: string, address: string): SafeMarkdown {
  return new SafeMarkdown(link(label.replace(/\s+/g, ' '), address.trim(), label.length + 1))
}

function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0]
  for (const each of text) {
    run = each === character ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Writes the signs of mentions, and bars, which would divide a table's cell, as entities. Addresses stay, because they mention nobody. */
export function inert(markdown: string): string {
  return markdown.replace(/:\/\/[^\s<>|]*|(?<![\p{L}\p{N}])@|(?<=&lt;|^)!|(?<!\\)\|/gu, found =>
    found.length > 1 ? found : `&#${found.charCodeAt(0)};`,
  )
}
