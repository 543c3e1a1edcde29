/** Three digits that count, as many as a reader takes in: 12,345 · 123 · 12.3 · 1.23 · 0.12. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '—'
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(size >= 10 ? 1 : 2)
}

/** A markdown table, its columns aligned; all but the first to the right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map(row => width(row[column]))))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = widths.map((wide, column) => (column === 0 ? '-'.repeat(wide) : `${'-'.repeat(wide - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

const width = (cell = '') => [...cell].length

function pad(cell: string, wide: number, column: number): string {
  const blank = ' '.repeat(Math.max(0, wide - width(cell)))
  return column === 0 ? cell + blank : blank + cell
}
