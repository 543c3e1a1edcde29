import { includesText, isRecord } from '@posthorn/core'

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
  if (one !== undefined && other !== undefined) return one - other
  const [text, otherText] = [valueText(left), valueText(right)]
  return text === otherText ? 0 : text < otherText ? -1 : 1
}

/** Returns whether a list has an item, an object a key, or a text a part. */
export function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.some(item => isSame(item, wanted))
  if (isRecord(value)) return Object.hasOwn(value, valueText(wanted))
  return includesText(valueText(value), valueText(wanted))
}
