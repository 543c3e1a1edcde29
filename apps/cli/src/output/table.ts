import stringWidth from 'string-width'

const gap = '  '
const leastWidth = 8
const graphemes = new Intl.Segmenter()

/**
 * Returns the lines of a table with aligned columns, titles first. Wide characters count as two columns. With a `maxWidth`,
 * cuts the longest cells until the lines fit, or until no column has more than eight characters.
 */
export function alignRows(rows: string[][], maxWidth?: number): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => stringWidth(row[at] ?? ''))))
  if (maxWidth !== undefined) shrink(widths, maxWidth)
  return rows.map(row =>
    row
      .map((cell, at) => padded(cut(cell, widths[at] ?? 0), widths[at] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

/** Takes columns from the widest ones. */
function shrink(widths: number[], maxWidth: number): void {
  const total = () => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
  while (total() > maxWidth) {
    const widest = Math.max(...widths)
    if (widest <= leastWidth) return
    widths[widths.indexOf(widest)] = widest - 1
  }
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)))
}

/** Cuts between characters that a reader sees as one. */
function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let short = ''
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(short + segment) > width - 1) break
    short += segment
  }
  return `${short}…`
}
