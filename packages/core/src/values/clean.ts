import { maxDepth, propsLimit } from '../limits.js'

/** Replaces NUL and halves of surrogate pairs, which Postgres rejects, by U+FFFD. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}

/**
 * Returns a JSON value with all strings cleaned and without `__proto__` keys, which are dangerous to copy. Returns `undefined`
 * if it nests deeper than `maxDepth` or has more parts than fit into a post's props.
 */
export function cleanValue(value: unknown): unknown {
  return clean(value, maxDepth, { parts: propsLimit })
}

type Left = { parts: number }

function clean(value: unknown, depth: number, left: Left): unknown {
  if (--left.parts < 0) return undefined
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return undefined
  return Array.isArray(value) ? cleanList(value, depth - 1, left) : cleanRecord(value, depth - 1, left)
}

function cleanList(list: unknown[], depth: number, left: Left): unknown[] | undefined {
  const cleaned = []
  for (const item of list) {
    const kept = clean(item, depth, left)
    if (kept === undefined) return undefined
    cleaned.push(kept)
  }
  return cleaned
}

function cleanRecord(record: object, depth: number, left: Left): Record<string, unknown> | undefined {
  const cleaned: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record)) {
    if (key === '__proto__') continue
    const kept = clean(value, depth, left)
    if (kept === undefined) return undefined
    cleaned[cleanText(key)] = kept
  }
  return cleaned
}
