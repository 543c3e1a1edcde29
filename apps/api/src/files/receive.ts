import type { Readable } from 'node:stream'
import { fileLimits } from '@posthorn/contract'
import { cleanFileName } from '@posthorn/core'
import type { UploadedFile } from '@posthorn/db'
import { FullStore, headBytes, typeOf } from '@posthorn/files'
import { newId } from '@posthorn/server'
import { UnfinishedBody } from '../http/bodies/unfinished.js'
import { type Refused, refused } from '../refusals/refused.js'
import type { Files } from './files.js'
import { deleteStored, storeThumbnail } from './pictures/store-thumbnail.js'
import { readParts, StoppedUpload, type UploadRefusal } from './read-parts.js'

/** A stored file that nobody knows yet. */
export type ReceivedFile = Omit<UploadedFile, 'createAt' | 'userId' | 'teamId' | 'channelId' | 'postId'>

export type Received = {
  files: ReceivedFile[]
  fields: [name: string, value: string][]
  /** Deletes the bytes again. */
  discard: () => Promise<void>
}

export type Upload = { body: Readable; contentType: string; contentLength: number; userId: string }

/** Stores all files of an upload while they arrive, or none. */
export async function receiveFiles(files: Files, upload: Upload): Promise<Received | Refused<UploadRefusal>> {
  const room = await files.room(upload.userId)
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
  const store = (stream: AsyncIterable<Buffer>, name: string) =>
    storeFile(files, stream, { name, admit, userId: upload.userId })
  const { parts, error } = await readParts(upload.body, upload.contentType, store)
  files.stored.ended(bytes, error === undefined)
  if (error === undefined) return { ...parts, discard: () => discard(parts.files) }
  await discard(parts.files)
  files.count('upload_failed')
  return refusedFor(error)
}

/** Rejects an upload that says itself that there is no room for it, before it is read. */
function whyTooLong(
  { fileLimitBytes }: Files,
  room: { inAll: number; today: number },
  bytes: number,
): Refused<UploadRefusal> | undefined {
  if (bytes > fileLimitBytes * fileLimits.mostPerPost + framingBytes) return tooLarge(fileLimitBytes)
  if (bytes > room.inAll + framingBytes) return refused('storage_full')
  if (bytes > room.today + framingBytes) return refused('files_per_day')
  return undefined
}

/** Headers and boundaries of all parts. */
const framingBytes = 300_000

const tooLarge = (most: number) => refused('file_too_large', limitWords(most))
const limitWords = (most: number) => `The limit is ${most} bytes per file.`

type Part = { name: string; userId: string; admit: (piece: Buffer) => void }

async function storeFile(
  { storage, fileLimitBytes }: Files,
  stream: AsyncIterable<Buffer>,
  { name, userId, admit }: Part,
): Promise<ReceivedFile> {
  const id = newId()
  let head = Buffer.alloc(0)
  let size = 0
  async function* watched() {
    for await (const piece of stream) {
      size += piece.length
      if (size > fileLimitBytes) throw new StoppedUpload('file_too_large', limitWords(fileLimitBytes))
      admit(piece)
      if (head.length < headBytes) head = Buffer.concat([head, piece]).subarray(0, headBytes)
      yield piece
    }
  }
  const { sha256 } = await storage.put(id, watched())
  const type = await typeOf(head)
  const pixels = await storeThumbnail(storage, { id, type, size, userId }).catch(async error => {
    await deleteStored(storage, id)
    throw error
  })
  return { id, name: cleanFileName(name, fileLimits.nameChars), type, size, sha256, ...pixels }
}

/** @throws errors that are not the caller's */
function refusedFor(error: unknown): Refused<UploadRefusal> {
  if (error instanceof StoppedUpload) return error.refused
  if (error instanceof FullStore) return refused('storage_full')
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
