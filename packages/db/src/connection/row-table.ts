import type { Parameter } from './parameters.js'

/** What a row has in a column, and its type in Postgres. */
export type Column<Row> = [type: 'text' | 'int' | 'bigint', value: (row: Row) => string | number]

/** What tells the two forms of `rowTable` apart, for the name of a statement. */
export function shapeOf(rows: unknown[]): 'one' | 'many' {
  return rows.length === 1 ? 'one' : 'many'
}

/**
 * Rows as a table `row` in a statement. Many are arrays side by side; a single one is its values, for which Postgres need
 * not fill a store for each column first.
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
