import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, open, type ZipFile } from 'yauzl'
import { Failure, usageFailure } from '../../failure.js'

/** Of an archive: its entries, and how much larger each may be than it is packed. Text shrinks to a tenth or so. */
const mostEntries = 500_000
const mostGrowth = 200
/** Smaller entries may shrink by more. */
const alwaysAllowedBytes = 16 * 1024 * 1024

/** A zip archive, whose entries are read one after another without unpacking it. */
export type Zip = {
  names: string[]
  has: (name: string) => boolean
  bytesOf: (name: string) => number
  open: (name: string) => Promise<Readable>
}

/** @throws Failure if it is no archive, or looks like one that is made to do harm */
export async function openZip(file: string): Promise<Zip> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }
  const openFile = promisify<string, typeof options, ZipFile>(open)
  const zip = await openFile(file, options).catch(cause => {
    throw usageFailure(`Cannot read ${file} as a zip archive (${(cause as Error).message}).`)
  })
  const entries = await listEntries(zip, file)
  const read = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  return {
    names: [...entries.keys()],
    has: name => entries.has(name),
    bytesOf: name => entries.get(name)?.uncompressedSize ?? 0,
    open: async name => {
      const entry = entries.get(name)
      if (!entry) throw new Failure(`${file} has no ${name}.`)
      return read(entry)
    },
  }
}

/** yauzl itself rejects names that are absolute or lead out of the folder, and entries that are longer than they say. */
async function listEntries(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw usageFailure(`${file} has more than ${mostEntries} entries.`)
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const trouble = troubleWith(entry)
      if (trouble !== undefined) return reject(usageFailure(`${file} is not read: ${trouble}.`))
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('error', error => reject(usageFailure(`Cannot read ${file}: ${(error as Error).message}.`)))
    zip.once('end', resolve)
    zip.readEntry()
  })
  return entries
}

function troubleWith({ fileName, compressedSize, uncompressedSize }: Entry): string | undefined {
  const mostBytes = Math.max(alwaysAllowedBytes, compressedSize * mostGrowth)
  return uncompressedSize > mostBytes ? `${fileName} would become ${uncompressedSize} bytes` : undefined
}
