import { text as textOf } from 'node:stream/consumers'
import { Failure } from '../../failure.js'
import { type Fields, isFields } from '../files/read-table.js'
import type { Zip } from '../files/zip.js'

/** An array of an export is held in memory: all users, all channels, or the messages of a channel's day. */
const maxArrayBytes = 256 * 1024 * 1024

/** Reads an array of objects. Empty if the archive has no such file. */
export async function readArray(zip: Zip, name: string): Promise<Fields[]> {
  if (!zip.has(name)) return []
  if (zip.bytesOf(name) > maxArrayBytes) throw new Failure(`${name} is larger than ${maxArrayBytes} bytes.`)
  try {
    const value: unknown = JSON.parse(await textOf(await zip.open(name)))
    if (Array.isArray(value)) return value.filter(isFields)
    throw new Error('it is no JSON array')
  } catch (error) {
    throw new Failure(`Cannot read ${name} in the archive: ${(error as Error).message}.`, 'Export again.')
  }
}

/** Returns the files with a channel's messages, one per day, in order. */
export function daysOf(zip: Zip, folder: string): string[] {
  const isDay = /^\d{4}-\d\d-\d\d\.json$/
  const own = zip.names.filter(
    name => name.startsWith(`${folder}/`) && isDay.test(name.slice(folder.length + 1)),
  )
  return own.toSorted()
}
