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

/** An untrusted object of an export. */
export type Fields = Record<string, unknown>

export const textField = (of: Fields, name: string): string => {
  const value = of[name]
  return typeof value === 'string' ? value : ''
}

export const timeIn = (of: Fields, name: string): number => {
  const value = Number(of[name])
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

export const listIn = (of: Fields, name: string): Fields[] => {
  const value = of[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}

export const fieldsIn = (of: Fields, name: string): Fields => {
  const value = of[name]
  return isFields(value) ? value : {}
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cuts a text that is longer here than it may be. */
export const cut = (text: string, characters: number): string =>
  Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('')

/** Cuts a text to at most so many bytes. */
export function fit(text: string, bytes: number): string {
  let characters = bytes
  while (Buffer.byteLength(cut(text, characters)) > bytes) characters--
  return cut(text, characters)
}
