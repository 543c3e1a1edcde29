import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { usageFailure } from '../../failure.js'

/** A file with lines. `open` reads it from its start. */
export type Input = { fingerprint: string; open: () => Promise<Readable> }

/** Opens a file of JSON lines, or the one at the top of a zip archive. */
export async function openInput(file: string): Promise<Input> {
  const fingerprint = fingerprintOf(file)
  if (!file.endsWith('.zip')) return { fingerprint, open: async () => createReadStream(file) }
  const { openZip } = await import('./zip.js')
  const zip = await openZip(file)
  const entry = zip.names.find(name => /^[^/]+\.jsonl$/.test(name))
  if (entry === undefined) throw usageFailure(`${file} has no .jsonl file at its top.`)
  return { fingerprint, open: () => zip.open(entry) }
}

/** @throws Failure if the file cannot be read */
export function fingerprintOf(file: string): string {
  try {
    const { size, mtimeMs } = statSync(file)
    return `${size} ${Math.floor(mtimeMs)}`
  } catch (error) {
    throw usageFailure(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
