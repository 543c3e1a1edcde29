import type { Parameter } from './parameters.js'

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
