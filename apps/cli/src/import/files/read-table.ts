import { readFileSync, statSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { usageFailure } from '../../failure.js'

/** A table of hooks or passwords is held in memory. */
const maxTableBytes = 64 * 1024 * 1024

export type TableRow = Record<string, string>

/** Reads a table: CSV with a head, a JSON array, or JSON lines. Names of columns are in lower case, and values are texts. */
export function readTable(file: string): TableRow[] {
  const text = read(file).replace(/^\uFEFF/, '')
  if (/^\s*[[{]/.test(text)) return jsonRows(text, file).map(lowered)
  try {
    const columns = (names: string[]) => names.map(name => name.toLowerCase())
    return parse(text, { columns, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch (error) {
    throw usageFailure(`${file} is no CSV (${(error as Error).message}).`)
  }
}

function read(file: string): string {
  let bytes: number
  try {
    bytes = statSync(file).size
    if (bytes <= maxTableBytes) return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageFailure(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
  throw usageFailure(`${file} has ${bytes} bytes, more than ${maxTableBytes}.`)
}

function jsonRows(text: string, file: string): Record<string, unknown>[] {
  try {
    if (text.trimStart().startsWith('[')) return JSON.parse(text)
    return text
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => JSON.parse(line))
  } catch {
    throw usageFailure(`${file} is neither CSV nor JSON.`)
  }
}

function lowered(row: Record<string, unknown>): TableRow {
  const entries = Object.entries(row).map(([name, value]) => [name.toLowerCase(), textOf(value)])
  return Object.fromEntries(entries)
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
