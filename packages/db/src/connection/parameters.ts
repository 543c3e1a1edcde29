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

const textOid = 25
const headBytes = 20

/**
 * Encodes texts as one parameter `::text[]` in Postgres's binary format (a header, then each text with its length). Nothing
 * is escaped here or parsed there, so it costs a fifth of an array in text format. No text may contain NUL.
 */
export function textArray(texts: string[]): Buffer {
  const bytes = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), headBytes)
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0) // dimensions
  array.writeInt32BE(0, 4) // no NULLs
  array.writeInt32BE(textOid, 8)
  array.writeInt32BE(texts.length, 12)
  array.writeInt32BE(1, 16) // the lower bound
  let at = headBytes
  for (const text of texts) {
    const length = array.write(text, at + 4)
    array.writeInt32BE(length, at)
    at += 4 + length
  }
  return array
}

/** A column's type in Postgres, and its value in a row. */
export type Column<Row> = [type: 'text' | 'int' | 'bigint', value: (row: Row) => string | number]

/** Distinguishes the two forms of `rowTable`, for the name of a statement. */
export function shapeOf(rows: unknown[]): 'one' | 'many' {
  return rows.length === 1 ? 'one' : 'many'
}

/** Returns whether there are rows, and all have the same values in these columns. */
export function areAlike<Row>(rows: Row[], columns: Record<string, Column<Row>>): boolean {
  const [first] = rows
  if (first === undefined) return false
  return Object.values(columns).every(([, value]) => {
    const wanted = value(first)
    return rows.every(row => value(row) === wanted)
  })
}

/**
 * Returns the SQL of a table `row` with these rows. Several rows are one array per column. A single row is a list of values,
 * which saves Postgres from unnesting arrays.
 * @param alike columns in which several rows are alike, which are sent as one value instead of an array
 */
export function rowTable<Row>(
  $: Parameter,
  rows: Row[],
  columns: Record<string, Column<Row>>,
  alike: Record<string, Column<Row>> = {},
): string {
  const [only] = rows
  if (only !== undefined && shapeOf(rows) === 'one') {
    const all = { ...columns, ...alike }
    const cells = Object.values(all).map(([type, value]) => `${$(value(only))}::${type}`)
    return `(VALUES (${cells.join(', ')})) AS row (${Object.keys(all).join(', ')})`
  }
  const lists = Object.values(columns).map(
    ([type, value]) => `${$(rows.map(value) as string[] | number[])}::${type}[]`,
  )
  const table = (name: string) =>
    `unnest(${lists.join(', ')}) AS ${name} (${Object.keys(columns).join(', ')})`
  const once = Object.entries(alike).map(
    ([name, [type, value]]) => `${$(value(only as Row))}::${type} AS ${name}`,
  )
  return once.length === 0
    ? table('row')
    : `(SELECT lists.*, ${once.join(', ')} FROM ${table('lists')}) AS row`
}
