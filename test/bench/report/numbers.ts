/** Formats a number with three significant digits: 12,345 · 123 · 12.3 · 1.23 · 0.12. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '—'
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(size >= 10 ? 1 : 2)
}

/** Returns a markdown table with the first `textColumns` columns aligned left, and the others right. */
export function table(head: string[], rows: string[][], textColumns = 1): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map(row => width(row[column]))))
  const isText = (column: number) => column < textColumns
  const cell = (words: string, column: number) => {
    const blank = ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(words)))
    return isText(column) ? words + blank : blank + words
  }
  const line = (row: string[]) => `| ${row.map(cell).join(' | ')} |`
  const rule = widths.map((wide, column) => (isText(column) ? '-'.repeat(wide) : `${'-'.repeat(wide - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

const width = (cell = '') => [...cell].length
