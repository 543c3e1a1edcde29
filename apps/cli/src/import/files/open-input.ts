import { createReadStream, realpathSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { usageFailure } from '../../failure.js'
import type { FoundFile } from '../source.js'

/** A file with lines. `open` reads it from its start. `findFile`: in the archive, or else below the file's folder. */
export type Input = {
  fingerprint: string
  open: () => Promise<Readable>
  findFile: (path: string) => Promise<FoundFile | undefined>
}

/** Opens a file of JSON lines, or the one at the top of a zip archive. */
export async function openInput(file: string): Promise<Input> {
  const fingerprint = fingerprintOf(file)
  if (!file.endsWith('.zip')) {
    const findFile = async (path: string) => fileIn(dirname(file), path)
    return { fingerprint, open: async () => createReadStream(file), findFile }
  }
  const { openZip } = await import('./zip.js')
  const zip = await openZip(file)
  const entry = zip.names.find(name => /^[^/]+\.jsonl$/.test(name))
  if (entry === undefined) throw usageFailure(`${file} has no .jsonl file at its top.`)
  const findFile = async (path: string) =>
    zip.has(path) ? { bytes: zip.bytesOf(path), open: () => zip.open(path) } : undefined
  return { fingerprint, open: () => zip.open(entry), findFile }
}

/** Finds a regular file below a folder. An export must not reach other files, not even through a link, because its author could read them. */
export function fileIn(folder: string, path: string): FoundFile | undefined {
  try {
    const [root, file] = [realpathSync(folder), realpathSync(join(folder, path))]
    const stats = statSync(file)
    if (!file.startsWith(root + sep) || !stats.isFile()) return undefined
    return { bytes: stats.size, open: async () => createReadStream(file) }
  } catch {
    return undefined
  }
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
