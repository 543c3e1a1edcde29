import { createHash } from 'node:crypto'
import type { StoredFile } from '../storage.js'
import type { S3 } from './client.js'
import { orFailure } from './failures.js'

/** The least that S3 accepts, except for the last part. An upload holds at most two of them in memory. */
const leastPartBytes = 5 * 1024 ** 2

/** Sends a request, or rejects without sending it. */
export type Gate = <Answer>(request: () => Promise<Answer>) => Promise<Answer>

/** `partBytes`: at least 5 MiB. S3 accepts 10,000 parts. `gate` can end an upload. */
export type UploadOptions = { partBytes?: number; gate?: Gate }

/** A stream of unknown length. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

type Target = S3 & UploadOptions & { key: string }
type Part = { PartNumber: number; ETag: string | undefined }

/**
 * Stores a stream, whose length is unknown, part by part. A short one is a single request.
 * @throws FullStore, StorageAway, or the error of the stream
 */
export async function uploadTo(target: Target, bytes: Pieces): Promise<StoredFile> {
  const hash = createHash('sha256')
  let [length, upload]: [number, Awaited<ReturnType<typeof startParts>> | undefined] = [0, undefined]
  try {
    for await (const { part, isLast } of inParts(bytes, target.partBytes, piece => hash.update(piece))) {
      length += part.length
      if (isLast && !upload) await putWhole(target, part)
      else {
        upload ??= await startParts(target)
        await upload.add(part)
      }
    }
    await upload?.complete()
    return { bytes: length, sha256: hash.digest() }
  } catch (error) {
    await upload?.abort()
    throw error
  }
}

async function* inParts(bytes: Pieces, partBytes = leastPartBytes, onPiece: (piece: Uint8Array) => void) {
  let [pieces, held]: [Uint8Array[], number] = [[], 0]
  for await (const piece of bytes) {
    onPiece(piece) // a whole part at once would block the process
    pieces.push(piece)
    held += piece.length
    if (held <= partBytes) continue
    const all = Buffer.concat(pieces)
    yield { part: all.subarray(0, partBytes), isLast: false }
    pieces = [all.subarray(partBytes)]
    held = all.length - partBytes
  }
  yield { part: Buffer.concat(pieces), isLast: true }
}

const sent = <Answer>({ gate }: Target, request: () => Promise<Answer>) =>
  orFailure(gate ? gate(request) : request())

async function putWhole(target: Target, Body: Buffer): Promise<void> {
  const { sdk, client, bucket: Bucket, key: Key } = target
  await sent(target, () => client.send(new sdk.PutObjectCommand({ Bucket, Key, Body })))
}

async function startParts(target: Target) {
  const { sdk, client, bucket: Bucket, key: Key } = target
  const start = new sdk.CreateMultipartUploadCommand({ Bucket, Key })
  const { UploadId } = await sent(target, () => client.send(start))
  const common = { Bucket, Key, UploadId }
  const Parts: Part[] = []
  return {
    add: async (Body: Buffer) => {
      const PartNumber = Parts.length + 1
      const command = new sdk.UploadPartCommand({ ...common, PartNumber, Body })
      const { ETag } = await sent(target, () => client.send(command))
      Parts.push({ PartNumber, ETag })
    },
    complete: () => {
      const command = new sdk.CompleteMultipartUploadCommand({ ...common, MultipartUpload: { Parts } })
      return sent(target, () => client.send(command))
    },
    /** If it fails, a later check aborts the upload (list.ts). */
    abort: () => client.send(new sdk.AbortMultipartUploadCommand(common)).catch(() => {}),
  }
}
