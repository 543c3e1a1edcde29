import { textArray } from './text-array.js'

/** Adds a value to a statement and returns its placeholder for the text. */
export type Parameter = (value: string[] | number[] | string | number) => string

/** Collects a statement's values, so that its text does not depend on them. Lists of texts are sent in binary form. */
export function parameters(): { $: Parameter; values: unknown[] } {
  const values: unknown[] = []
  return { values, $: value => `$${values.push(areTexts(value) ? textArray(value) : value)}` }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && typeof value[0] === 'string'
}
