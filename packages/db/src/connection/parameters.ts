import { textArray } from './text-array.js'

/** Puts a value into a statement: gives the placeholder that stands for it in the text. */
export type Parameter = (value: string[] | number[] | string | number) => string

/** What a statement's text stands on while it is put together: its text stays the same whatever the values are. Texts go in binary form. */
export function parameters(): { $: Parameter; values: unknown[] } {
  const values: unknown[] = []
  return { values, $: value => `$${values.push(areTexts(value) ? textArray(value) : value)}` }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && typeof value[0] === 'string'
}
