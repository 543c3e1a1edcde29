/** The keys that lead to a value in JSON. */
export type JsonPath = readonly (string | number)[]

/** Words that mean something else at the start of a path. */
const reserved = new Set(['and', 'or', 'not', 'contains', 'true', 'false', 'null', 'this'])

/** Returns a path as templates write it: `alerts.0.labels["a.b"]`. The value itself is `this`. */
export function pathText(path: JsonPath): string {
  return path.map((key, index) => keyText(String(key), index === 0)).join('') || 'this'
}

function keyText(key: string, isFirst: boolean): string {
  const isPlain = key !== '' && !/[\s|"'=!<>()[\]{}.]/.test(key)
  const isTaken = isFirst && (reserved.has(key) || /^[@\d-]/.test(key))
  if (!isPlain || isTaken) return `[${JSON.stringify(key)}]`
  return isFirst ? key : `.${key}`
}

/** A list or object that a block goes through, as keys from the root. `*` is any item. */
type Loop = string[]

const tags = /\{\{\s*(?:#each\s+([^}|]+)|(\/each)\b)[^}]*\}\}/g
const key = /\["((?:[^"\\]|\\.)*)"\]|[^\s.[\]]+/g

/** Returns the lists of the `each` blocks that are open at the end of a text, from the outermost. */
export function openLoops(before: string): Loop[] {
  const open: Loop[] = []
  for (const [, list, end] of before.matchAll(tags)) {
    if (end) open.pop()
    else if (list) open.push(absolute(list.trim(), open))
  }
  return open
}

function absolute(written: string, open: Loop[]): Loop {
  const ups = /^(?:\.\.\/)*/.exec(written)?.[0].length ?? 0
  const keys = [...written.slice(ups).matchAll(key)].map(([bare, quoted]) => quoted ?? bare)
  if (keys[0] === '@root') return keys.slice(1)
  const loop = open.at(-1 - ups / '../'.length)
  const inner = keys[0] === 'this' ? keys.slice(1) : keys
  return loop ? [...loop, '*', ...inner] : inner
}

/** Returns a path as it is written after `before`: from the item of an open block, or from the root. */
export function pathAfter(before: string, path: JsonPath): string {
  const open = openLoops(before)
  if (open.length === 0) return pathText(path)
  const up = open.toReversed().findIndex(loop => isInside([...loop, '*'], path))
  const loop = open.at(-1 - up)
  if (up < 0 || !loop) return `@root${pathText(['', ...path]).replace('[""]', '')}`
  return `${'../'.repeat(up)}${pathText(path.slice(loop.length + 1))}`
}

function isInside(loop: Loop, path: JsonPath): boolean {
  return path.length >= loop.length && loop.every((key, at) => key === '*' || key === String(path[at]))
}

/** What a click inserts, and where the cursor is afterwards, counted from the end. */
export type Insertion = { text: string; cursorFromEnd: number }

/** Returns what a click on a value inserts into a field: a tag, a loop, or in a condition a comparison. */
export function insertionFor(field: string, before: string, path: JsonPath, value: unknown): Insertion {
  const isCondition = field === 'close' || field === 'only_if'
  const here = isCondition ? pathText(path) : pathAfter(before, path)
  if (isCondition) return { text: comparison(here, value), cursorFromEnd: 0 }
  if (!Array.isArray(value)) return { text: `{{${here}}}`, cursorFromEnd: 0 }
  if (field !== 'text') return { text: `{{${here} | join ","}}`, cursorFromEnd: 0 }
  const isSimple = value.every(item => typeof item !== 'object')
  const end = '\n{{/each}}\n'
  const start = before === '' || before.endsWith('\n') ? '' : '\n'
  const text = `${start}{{#each ${here}}}\n- ${isSimple ? '{{this}}' : ''}${end}`
  return { text, cursorFromEnd: isSimple ? 0 : end.length }
}

function comparison(path: string, value: unknown): string {
  if (typeof value === 'string') return `${path} == ${JSON.stringify(value.slice(0, 60))}`
  if (typeof value === 'object' && value !== null) return `${path} | count > 0`
  return `${path} == ${String(value)}`
}
