import { endOfString } from '../exact-json.js'

/** Limits of a JSON text. Texts shorter than `scanFromLength` are always parsed. */
export type NestingLimits = {
  scanFromLength: number
  maxValues: number
  maxNesting: number
  maxShapes: number
}

/**
 * A hundred attachments of a hundred fields have 50,000 values. The largest bodies of known senders have fewer than 300 shapes.
 * A shorter text cannot reach any limit but that of the nesting, and is parsed within a few milliseconds.
 */
const payloadLimits: NestingLimits = {
  scanFromLength: 16 * 1024,
  maxValues: 60_000,
  maxNesting: 1000,
  maxShapes: 5000,
}

/** The names that objects begin with. A name leads to the names that follow it in an object. */
type Shape = Map<string, Shape>

/**
 * Returns why a long JSON text would take too long to parse: deep nesting, too many values, or too many shapes. Parsing 1 MiB of
 * brackets or of distinct names blocks for 100 ms and more; this scan takes less than 10 ms. A shape is the names of an object up
 * to one of them, in their order: V8 describes each once, however many objects have it.
 */
export function checkNesting(json: string, limits = payloadLimits): string | undefined {
  const { scanFromLength, maxValues, maxNesting, maxShapes } = limits
  if (json.length < scanFromLength) return undefined
  const root: Shape = new Map()
  const open: Shape[] = []
  let [values, shapes] = [0, 0]
  let [nameAt, nameEnd] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x22) {
      nameAt = at + 1
      nameEnd = at = endOfString(json, at)
    } else if (code === 0x3a) {
      if (nameEnd > 0 && follow(open, json.slice(nameAt, nameEnd))) shapes++
      nameEnd = 0
    } else if (code === 0x2c) values++
    else if (code === 0x5b || code === 0x7b) {
      values++
      open.push(root)
    } else if (code === 0x5d || code === 0x7d) open.pop()
    if (open.length > maxNesting) return `it is nested more than ${maxNesting} levels deep`
    if (values > maxValues) return `it has more than ${maxValues} values`
    if (shapes > maxShapes) return `it has more than ${maxShapes} different names or orders of names`
  }
  return undefined
}

/** Moves the innermost object on to its next name. Returns whether no other object had these names so far. */
function follow(open: Shape[], name: string): boolean {
  const shape = open.at(-1)
  if (!shape) return false
  const known = shape.get(name)
  const next: Shape = known ?? new Map()
  if (!known) shape.set(name, next)
  open[open.length - 1] = next
  return !known
}
