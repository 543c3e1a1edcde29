import type { Parameter } from './parameters.js'

/** A column's type in Postgres, and its value in a row. */
export type Column<Row> = [type: 'text' | 'int' | 'bigint', value: (row: Row) => string | number]

/** Distinguishes the two forms of `rowTable`, for the name of a statement. */
export function shapeOf(rows: unknown[]): 'one' | 'many' {
  return rows.length === 1 ? 'one' : 'many'
}

/**
 * Returns the SQL of a table `row` with these rows. Several rows are one array per column. A single row is a list of values,
 * which saves Postgres from unnesting arrays.
 */
export function rowTable<Row>($: Parameter, rows: Row[], columns: Record<string, Column<Row>>): string {
  const [only] = rows
  const isOne = only !== undefined && shapeOf(rows) === 'one'
  const cells = Object.values(columns).map(([type, value]) =>
    isOne ? `${$(value(only))}::${type}` : `${$(rows.map(value) as string[] | number[])}::${type}[]`,
  )
  const source = isOne ? `(VALUES (${cells.join(', ')}))` : `unnest(${cells.join(', ')})`
  return `${source} AS row (${Object.keys(columns).join(', ')})`
}
