import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import type { StoredFile } from '../storage.js'
import { storageFailure } from './failures.js'

/** The least that S3 accepts, except for the last part. An upload holds at most two of them in memory. */
const partBytes = 5 * 1024 ** 2

/** The SDK, which is loaded only for a bucket. */
export type Sdk = typeof import('@aws-sdk/client-s3')

type Target = { sdk: Sdk; client: S3Client; bucket: string; key: string }
type Part = { PartNumber: number; ETag: string | undefined }

/**
 * Stores a stream, whose length is unknown, part by part. A short one is a single request.
 * @throws FullStore, StorageAway, or the error of the stream
 */
export async function uploadTo(
  target: Target,
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let [length, upload]: [number, Awaited<ReturnType<typeof startParts>> | undefined] = [0, undefined]
  try {
    for await (const { part, isLast } of inParts(bytes, piece => hash.update(piece))) {
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

async function* inParts(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, onPiece: (piece: Buffer) => void) {
  let [pieces, held]: [Buffer[], number] = [[], 0]
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

const orFailure = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch(error => {
    throw storageFailure(error)
  })

async function putWhole({ sdk, client, bucket: Bucket, key: Key }: Target, Body: Buffer): Promise<void> {
  await orFailure(client.send(new sdk.PutObjectCommand({ Bucket, Key, Body })))
}

async function startParts({ sdk, client, bucket: Bucket, key: Key }: Target) {
  const { UploadId } = await orFailure(client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key })))
  const common = { Bucket, Key, UploadId }
  const Parts: Part[] = []
  return {
    add: async (Body: Buffer) => {
      const PartNumber = Parts.length + 1
      const command = new sdk.UploadPartCommand({ ...common, PartNumber, Body })
      const { ETag } = await orFailure(client.send(command))
      Parts.push({ PartNumber, ETag })
    },
    complete: () =>
      orFailure(
        client.send(new sdk.CompleteMultipartUploadCommand({ ...common, MultipartUpload: { Parts } })),
      ),
    /** If it fails, a later check aborts the upload (bucket.ts). */
    abort: () => client.send(new sdk.AbortMultipartUploadCommand(common)).catch(() => {}),
  }
}
