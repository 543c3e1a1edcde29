import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { ByteRange, Storage, StoredFile } from '../storage.js'
import { type BucketOptions, connectBucket, type S3 } from './client.js'
import { answeredStatus, bucketTrouble, ifThere, orFailure, storageFailure } from './failures.js'
import { type Pieces, type UploadOptions, uploadTo } from './upload.js'

/** The objects of a bucket, by their keys. */
export type Objects = {
  /**
   * Stores a stream. If it rejects, nothing is stored.
   * @throws FullStore, StorageAway, or the error of the stream
   */
  put: (key: string, bytes: Pieces, options?: UploadOptions) => Promise<StoredFile>
  /** Reads an object as it was at first, in small pieces. A slow reader holds no connection. @throws StorageAway */
  read: (key: string) => AsyncIterable<Buffer>
  has: (key: string) => Promise<boolean>
  /** Deletes an object, if there is one. */
  delete: (key: string) => Promise<void>
  /** Returns the names of folders: what comes after the prefix, up to the next slash. */
  folders: (prefix: string) => Promise<string[]>
  /** Deletes all objects with a prefix, and what interrupted uploads left of them. */
  deleteBelow: (prefix: string) => Promise<void>
  /** Says why the bucket cannot be used just now, or undefined. */
  trouble: () => Promise<string | undefined>
  /** Closes idle connections. */
  close: () => void
}

const troubleMs = 2000
const readAtOnce = 8 * 1024 ** 2
/** Streams buffer some pieces. */
const pieceBytes = 64 * 1024
const readAttempts = 3
const betweenReadsMs = 1000

/** Opens a bucket of S3 or of a compatible server. Connects with the first call. */
export async function openObjects(options: BucketOptions): Promise<Objects> {
  return objectsIn(await connectBucket(options))
}

/** Returns what can be done with the objects of a bucket. */
function objectsIn(s3: S3): Objects {
  const { sdk, client, bucket: Bucket } = s3
  const remove = async (Key: string) => {
    await ifThere(client.send(new sdk.DeleteObjectCommand({ Bucket, Key })), () => true)
  }
  return {
    put: (key, bytes, upload) => uploadTo({ ...s3, key, ...upload }, bytes),
    read: key => readObject(s3, key),
    has: async Key =>
      (await ifThere(client.send(new sdk.HeadObjectCommand({ Bucket, Key })), () => true)) === true,
    delete: remove,
    folders: prefix => foldersBelow(s3, prefix),
    deleteBelow: async Prefix => {
      for await (const { Contents = [] } of pagesOf(s3, { Prefix }))
        await Promise.all(Contents.map(({ Key = '' }) => remove(Key)))
      await abortUploads(s3, () => true, Prefix)
    },
    trouble: async () => {
      const abortSignal = AbortSignal.timeout(troubleMs)
      const asked = client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal })
      return asked.then(
        () => undefined,
        error => bucketTrouble(error, Bucket),
      )
    },
    close: () => client.destroy(),
  }
}

async function foldersBelow(s3: S3, Prefix: string): Promise<string[]> {
  const names: string[] = []
  for await (const { CommonPrefixes = [] } of pagesOf(s3, { Prefix, Delimiter: '/' }))
    names.push(...CommonPrefixes.map(folder => (folder.Prefix ?? '').slice(Prefix.length, -1)))
  return names
}

async function* readObject(s3: S3, Key: string): AsyncGenerator<Buffer> {
  const { sdk, client, bucket: Bucket } = s3
  const found = await orFailure(client.send(new sdk.HeadObjectCommand({ Bucket, Key })))
  const { ContentLength: length = 0, ETag: IfMatch } = found
  for (let start = 0; start < length; start += readAtOnce) {
    const Range = `bytes=${start}-${Math.min(start + readAtOnce, length) - 1}`
    const bytes = await readRange(s3, { Bucket, Key, IfMatch, Range })
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
}

type AskedRange = { Bucket: string; Key: string; IfMatch: string | undefined; Range: string }

/** The SDK repeats failed requests, but not those that break while their bytes arrive. */
async function readRange({ sdk, client }: S3, range: AskedRange): Promise<Buffer> {
  const read = async () => {
    const { Body } = await client.send(new sdk.GetObjectCommand(range))
    return buffer(Body as Readable)
  }
  for (let attempt = 1; attempt < readAttempts; attempt++) {
    const bytes = await read().catch(() => undefined)
    if (bytes) return bytes
    await delay(attempt * betweenReadsMs)
  }
  return orFailure(read())
}

const listedAtOnce = 500

/** Which objects are listed. With `Delimiter`, what is in folders is listed as their names. */
type Listed = { Prefix?: string; Delimiter?: string }

/** Lists objects, a few hundred at once. */
async function* pagesOf(
  { sdk, client, bucket: Bucket }: S3,
  listed: Listed = {},
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let after: string | undefined
  do {
    const page = { MaxKeys: listedAtOnce, ContinuationToken: after }
    const found = await orFailure(client.send(new sdk.ListObjectsV2Command({ Bucket, ...listed, ...page })))
    yield found
    after = found.NextContinuationToken
  } while (after !== undefined)
}

/** Aborts interrupted uploads. They have parts that no list shows and that the bucket's owner pays for. */
async function abortUploads(
  { sdk, client, bucket: Bucket }: S3,
  isUnwanted: (startedAt?: Date) => boolean,
  Prefix?: string,
): Promise<void> {
  const found = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix })).catch(error => {
    if (answeredStatus(error) === 501) return undefined // some servers cannot list them
    throw storageFailure(error)
  })
  for (const { Key, UploadId, Initiated } of found?.Uploads ?? [])
    if (isUnwanted(Initiated))
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
}

const keyPattern = /^[a-z0-9]{2}\/([a-z0-9]{26})$/

const keyOf = (id: string) => `${id.slice(22, 24)}/${id}`

/** Stores files in a bucket of S3 or of a compatible server, under the same names as in a folder. */
export async function openBucket(options: BucketOptions): Promise<Storage> {
  const s3 = await connectBucket(options)
  const { put, has, delete: remove, trouble, close } = objectsIn(s3)
  return {
    put: (id, bytes) => put(keyOf(id), bytes),
    get: (id, range) => getObject(s3, keyOf(id), range),
    has: id => has(keyOf(id)),
    delete: id => remove(keyOf(id)),
    list: beforeMs => listOld(s3, beforeMs),
    trouble,
    close,
  }
}

async function getObject({ sdk, client, bucket: Bucket }: S3, Key: string, range: ByteRange | undefined) {
  const Range = range && `bytes=${range.start}-${range.end}`
  const asked = client.send(new sdk.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }))
  return ifThere(asked, ({ Body }) => Body as Readable)
}

async function* listOld(s3: S3, beforeMs: number) {
  const isOld = (at: Date | undefined) => at !== undefined && at.getTime() < beforeMs
  for await (const { Contents = [] } of pagesOf(s3)) {
    const old = Contents.filter(({ LastModified }) => isOld(LastModified))
    const ids = old.flatMap(({ Key = '' }) => keyPattern.exec(Key)?.[1] ?? [])
    if (ids.length > 0) yield ids
  }
  await abortUploads(s3, isOld)
}
