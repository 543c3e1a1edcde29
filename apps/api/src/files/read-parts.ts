import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { fileLimits } from '@posthorn/contract'
import { type Refused, refused } from '../refusals/refused.js'

/** Why an upload was stopped. */
export type UploadRefusal =
  | 'bad_file_upload'
  | 'file_too_large'
  | 'files_too_many'
  | 'files_per_day'
  | 'storage_away'
  | 'storage_full'

/** Stops an upload. */
export class StoppedUpload extends Error {
  readonly refused: Refused<UploadRefusal>
  constructor(refusal: UploadRefusal, detail = '') {
    super(refusal)
    this.refused = refused(refusal, detail)
  }
}

/** Stores a file of an upload. It must read or destroy the stream. */
export type StorePart<Stored> = (bytes: AsyncIterable<Buffer>, name: string) => Promise<Stored>

/** `fileFields`: the name of each file's part. */
export type Parts<Stored> = {
  files: Stored[]
  fileFields: string[]
  fields: [name: string, value: string][]
}

/** Of names, values and headers of parts. Nothing but files is long, unless the reader allows more bytes for all fields. */
const limits = {
  files: fileLimits.mostPerPost,
  fields: 2 * fileLimits.mostPerPost,
  parts: 3 * fileLimits.mostPerPost + 1,
  fieldNameSize: 100,
  fieldSize: 256,
  headerPairs: 20,
  headerSize: 8192,
}

/**
 * Reads a body of `multipart/form-data` and stores its files while they arrive. `fieldBytes`: rejects longer fields.
 * @returns what was stored, even if the body was stopped by an error
 */
export async function readParts<Stored>(
  body: Readable,
  contentType: string,
  store: StorePart<Stored>,
  fieldBytes?: number,
): Promise<{ parts: Parts<Stored>; error?: unknown }> {
  const stopping = new AbortController()
  const stop = (error: unknown) => stopping.abort(error)
  const streams: Readable[] = []
  const storing: Promise<Stored>[] = []
  const fields: Parts<Stored>['fields'] = []
  const fileFields: string[] = []
  const parser = openParser(contentType, fieldBytes)
  const none = { files: [], fileFields, fields }
  if (!parser) return { parts: none, error: new StoppedUpload('bad_file_upload', wanted) }
  const room = fieldRoom(fieldBytes)
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (room.take(value, isCut)) fields.push([name, value])
    else stop(new StoppedUpload('bad_file_upload', `Its fields have more than ${fieldBytes} bytes.`))
  })
  parser.on('file', (field, stream, name) => {
    fileFields.push(field)
    streams.push(stream.on('error', () => {})) // its reader handles errors
    const stored = store(stream, name)
    stored.catch(stop)
    storing.push(stored)
  })
  parser.once('filesLimit', () => stop(new StoppedUpload('files_too_many')))
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.once(limit, () => stop(new StoppedUpload('bad_file_upload', 'It has too many fields.')))
  const error = await pipeline(body, parser, { signal: stopping.signal }).catch(cause => {
    const reason = stopping.signal.aborted ? stopping.signal.reason : cause
    for (const stream of streams) stream.destroy(reason)
    return reason
  })
  const ended = await Promise.allSettled(storing)
  const files = ended.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []))
  const failed = ended.find(end => end.status === 'rejected')
  const first = error ?? failed?.reason
  return { parts: { files, fileFields, fields }, ...(first !== undefined && { error: first }) }
}

/** Bounds all fields together. Without a bound, long values are cut. */
function fieldRoom(most: number | undefined) {
  let held = 0
  return {
    /** Returns false if the value does not fit. */
    take: (value: string, isCut: boolean): boolean => {
      held += Buffer.byteLength(value)
      return most === undefined || (!isCut && held <= most)
    },
  }
}

const wanted = 'Send multipart/form-data with the files and a channel_id.'

/** Returns undefined if the content type is another, or names no boundary. */
function openParser(contentType: string, fieldBytes?: number): BusboyInstance | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  try {
    const fieldSize = fieldBytes ?? limits.fieldSize
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...limits, fieldSize } })
  } catch {
    return undefined
  }
}
