import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { fileLimits } from '@posthorn/contract'
import { cleanFileName } from '@posthorn/core'
import type { UploadedFile, Uploader } from '@posthorn/db'
import { FullStore, headBytes, StorageAway, typeOf } from '@posthorn/files'
import { newId, sizeWords } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { UnfinishedBody } from '../http/bodies/unfinished.js'
import { type Refused, refused } from '../refusals/refused.js'
import type { Files } from './files.js'
import { deleteStored, storeThumbnail } from './pictures/store-thumbnail.js'

/** A stored file that nobody knows yet. */
type ReceivedFile = Omit<UploadedFile, 'createAt' | 'userId' | 'hookId' | 'teamId' | 'channelId' | 'postId'>

export type Received = Parts<ReceivedFile> & {
  /** Deletes the bytes again. */
  discard: () => Promise<void>
}

/**
 * `one`: what the only file is called and how long it is, if that was agreed before. Its body may then be the file itself.
 * `fieldBytes`: how long the fields of a form may be together. By default, longer ones than needed are cut.
 */
export type Upload = {
  body: Readable
  contentType: string
  contentLength: number
  by: Uploader
  one?: AgreedFile
  fieldBytes?: number
}

/** Returns the upload of a request whose body is not read yet. */
export function uploadIn({ headers, body }: FastifyRequest, by: Uploader, one?: AgreedFile): Upload {
  const { 'content-type': contentType = '', 'content-length': length = '0' } = headers
  // the body's content type has no parser
  return { body: body as Readable, contentType, contentLength: Number(length), by, ...(one && { one }) }
}

export type AgreedFile = { id: string; name: string; bytes: number }

/** Stores all files of an upload while they arrive, or none. */
export async function receiveFiles(files: Files, upload: Upload): Promise<Received | Refused<UploadRefusal>> {
  const room = await files.room(upload.by)
  const tooLong = whyTooLong(files, room, upload.contentLength)
  if (tooLong) return tooLong
  const discard = async (received: { id: string }[]) => {
    for (const { id } of received) await deleteStored(files.storage, id)
  }
  let bytes = 0
  const admit = (piece: Buffer) => {
    bytes += piece.length
    files.stored.arrived(piece.length)
    if (bytes > room.inAll) throw new StoppedUpload('storage_full')
    if (bytes > room.today) throw new StoppedUpload('files_per_day')
  }
  const { ownerId } = upload.by
  let started = 0
  const store = async (stream: AsyncIterable<Buffer>, name: string) => {
    if (upload.one && started++ > 0) throw new StoppedUpload('bad_file_upload', 'Send one file.')
    return storeFile(files, stream, { id: newId(), name, ...upload.one, admit, ownerId })
  }
  const { parts, error } = await readBody(upload, store)
  files.stored.ended(bytes, error === undefined)
  if (error === undefined && upload.one && started === 0)
    return refused('bad_file_upload', 'The form has no file.')
  if (error === undefined) return { ...parts, discard: () => discard(parts.files) }
  await discard(parts.files)
  files.count('upload_failed')
  return refusedFor(error)
}

/** A body in parts has the file in one of them, as Slack's clients send it. Any other body is the file. */
async function readBody({ body, contentType, one, fieldBytes }: Upload, store: StorePart<ReceivedFile>) {
  if (!one || /^multipart\/form-data\b/i.test(contentType))
    return readParts(body, contentType, store, fieldBytes)
  const parts: Parts<ReceivedFile> = { files: [], fileFields: [], fields: [] }
  try {
    parts.files.push(await store(body, one.name))
    return { parts }
  } catch (error) {
    return { parts, error }
  }
}

/** Rejects an upload that says itself that there is no room for it, before it is read. */
function whyTooLong(
  { fileLimitBytes }: Files,
  room: { inAll: number; today: number },
  bytes: number,
): Refused<UploadRefusal> | undefined {
  if (bytes > fileLimitBytes * fileLimits.mostPerPost + framingBytes)
    return refused('file_too_large', uploadWords(fileLimitBytes, bytes))
  if (bytes > room.inAll + framingBytes) return refused('storage_full')
  if (bytes > room.today + framingBytes) return refused('files_per_day')
  return undefined
}

const uploadWords = (mostPerFile: number, bytes: number) =>
  `The limit is ${mostPerFile.toLocaleString('en')} bytes per file. You sent ${bytes.toLocaleString('en')} bytes.`

/** Headers and boundaries of all parts. */
export const framingBytes = 300_000

type Part = { id: string; name: string; bytes?: number; ownerId: string; admit: (piece: Buffer) => void }

async function storeFile(
  { storage, fileLimitBytes }: Files,
  stream: AsyncIterable<Buffer>,
  { id, name, bytes, ownerId, admit }: Part,
): Promise<ReceivedFile> {
  let head = Buffer.alloc(0)
  let size = 0
  async function* watched() {
    for await (const piece of stream) {
      size += piece.length
      if (size > fileLimitBytes) throw new StoppedUpload('file_too_large', sizeWords(fileLimitBytes))
      admit(piece)
      if (head.length < headBytes) head = Buffer.concat([head, piece]).subarray(0, headBytes)
      yield piece
    }
    if (bytes !== undefined && size !== bytes)
      throw new StoppedUpload('bad_file_upload', otherLength(size, bytes))
  }
  const { sha256 } = await storage.put(id, watched())
  const type = await typeOf(head)
  const pixels = await storeThumbnail(storage, { id, type, size, ownerId }).catch(async error => {
    await deleteStored(storage, id)
    throw error
  })
  return { id, name: cleanFileName(name), type, size, sha256, ...pixels }
}

const otherLength = (size: number, agreed: number) =>
  `The file has ${size} bytes, but its URL was made for ${agreed} bytes.`

/** @throws errors that are not the caller's */
function refusedFor(error: unknown): Refused<UploadRefusal> {
  if (error instanceof StoppedUpload) return error.refused
  if (error instanceof FullStore) return refused('storage_full')
  if (error instanceof StorageAway) return refused('storage_away')
  if (error instanceof UnfinishedBody || isSystemError(error)) throw error
  return refused('bad_file_upload', error instanceof Error ? `It could not be read: ${error.message}.` : '')
}

/** Such as EIO. Those of a broken connection have other codes. */
function isSystemError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    !('port' in error) &&
    (error as NodeJS.ErrnoException).code !== 'ECONNRESET'
  )
}

/** Why an upload was stopped. */
type UploadRefusal =
  | 'bad_file_upload'
  | 'file_too_large'
  | 'files_too_many'
  | 'files_per_day'
  | 'storage_away'
  | 'storage_full'

/** Stops an upload. */
class StoppedUpload extends Error {
  readonly refused: Refused<UploadRefusal>
  constructor(refusal: UploadRefusal, detail = '') {
    super(refusal)
    this.refused = refused(refusal, detail)
  }
}

/** Stores a file of an upload. It must read or destroy the stream. */
type StorePart<Stored> = (bytes: AsyncIterable<Buffer>, name: string) => Promise<Stored>

/** `fileFields`: the name of each file's part. */
type Parts<Stored> = {
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
async function readParts<Stored>(
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
