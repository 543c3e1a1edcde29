import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { printable, printableJson, printableLine } from './printable.js'

type Style = Parameters<typeof styleText>[0]
type Written = { write: (text: string) => unknown; isTTY?: boolean; columns?: number }

/** A column of a table. */
export type TableColumn<Row> = [title: string, of: (row: Row) => string | number | boolean]

type Choices = { json?: boolean; quiet?: boolean; color?: boolean; noColor: boolean }

/** Prints results on standard output, and everything else on standard error. */
export class Output {
  readonly isJson: boolean
  readonly isQuiet: boolean
  readonly #colors: boolean

  constructor(
    { json = false, quiet = false, color = true, noColor }: Choices,
    readonly stdout: Written = process.stdout,
    readonly stderr: Written = process.stderr,
  ) {
    this.isJson = json
    this.isQuiet = quiet
    this.#colors = color && !noColor && stdout.isTTY === true
  }

  /** Prints a table, or an object per line with `--json`, or the IDs with `--quiet`. `empty` is for people. */
  rows<Row extends { id: string }>(rows: Row[], columns: TableColumn<Row>[], empty: string): void {
    if (this.isJson) for (const row of rows) this.json(row)
    else if (this.isQuiet) for (const { id } of rows) this.line(id)
    else if (rows.length === 0) this.note(empty)
    else this.#table(rows, columns)
  }

  /** Prints an object's fields, or the object with `--json`. With `--quiet`, prints only the first field. */
  object<Value extends object>(value: Value, fields: TableColumn<Value>[]): void {
    const lines = fields
      .map(([title, of]) => [title, printableLine(String(of(value)))])
      .filter(([, text]) => text !== '')
    if (this.isJson) this.json(value)
    else if (this.isQuiet) this.line(lines[0]?.[1] ?? '')
    else for (const line of alignRows(lines.map(([title = '', text = '']) => [title, text]))) this.line(line)
  }

  /** Prints a value as a line of JSON that is safe for a terminal. */
  json(value: unknown): void {
    this.line(printableJson(JSON.stringify(value)))
  }

  /** Prints text that was made safe before. */
  line(text: string): void {
    this.stdout.write(`${text}\n`)
  }

  /** Prints progress or advice, unless `--quiet`. */
  note(text: string): void {
    if (!this.isQuiet) this.warn(text)
  }

  /** Prints what a person must know even with `--quiet`. */
  warn(text: string): void {
    this.stderr.write(`${printable(text)}\n`)
  }

  /** Adds colours where they are wanted. */
  style(style: Style, text: string): string {
    return this.#colors ? styleText(style, text) : text
  }

  #table<Row>(rows: Row[], columns: TableColumn<Row>[]): void {
    const cells = rows.map(row => columns.map(([, of]) => printableLine(String(of(row)))))
    const width = this.stdout.isTTY ? this.stdout.columns : undefined
    const [titles = '', ...lines] = alignRows([columns.map(([title]) => title), ...cells], width)
    this.line(this.style('bold', titles))
    for (const line of lines) this.line(line)
  }
}

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
