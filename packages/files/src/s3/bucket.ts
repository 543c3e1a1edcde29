import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ByteRange, Storage } from '../storage.js'
import { answeredStatus, bucketTrouble, isMissingObject, storageFailure } from './failures.js'
import { type Sdk, uploadTo } from './upload.js'

export type BucketOptions = {
  bucket: string
  region: string
  /** Absent for S3 itself. */
  endpoint?: string | undefined
  /** Whether the bucket is part of the path instead of the host. */
  isInPath: boolean
  /** Absent for those that the SDK finds: its own variables, files and roles. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

const listedAtOnce = 500
const connectMs = 3000
/** Without a byte. */
const silentMs = 30_000
const troubleMs = 2000
const keyPattern = /^[a-z0-9]{2}\/([a-z0-9]{26})$/

const keyOf = (id: string) => `${id.slice(22, 24)}/${id}`

/**
 * Stores files in a bucket of S3 or of a compatible server, under the same names as in a folder. Loads the SDK (25 MB of
 * memory), so that only processes that need it pay for it. Connects with the first call.
 */
export async function openBucket(options: BucketOptions): Promise<Storage> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = connect(sdk, options)
  const { bucket: Bucket } = options
  const at = (id: string) => ({ Bucket, Key: keyOf(id) })
  return {
    put: (id, bytes) => uploadTo({ sdk, client, bucket: Bucket, key: keyOf(id) }, bytes),
    get: (id, range) =>
      ifThere(client.send(new sdk.GetObjectCommand({ ...at(id), ...headerOf(range) })), bodyOf),
    has: async id => (await ifThere(client.send(new sdk.HeadObjectCommand(at(id))), () => true)) === true,
    delete: async id => {
      await ifThere(client.send(new sdk.DeleteObjectCommand(at(id))), () => true)
    },
    list: beforeMs => listOld(sdk, client, Bucket, beforeMs),
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

/** Servers other than S3 do not know its newer checksums, so they are sent only where S3 requires them. */
function connect(sdk: Sdk, { region, endpoint, isInPath, credentials }: BucketOptions): S3Client {
  return new sdk.S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: isInPath,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs, requestTimeout: silentMs },
  })
}

const headerOf = (range: ByteRange | undefined) => range && { Range: `bytes=${range.start}-${range.end}` }

const bodyOf = ({ Body }: { Body?: unknown }) => Body as Readable

/** Returns undefined if there is no such file. */
async function ifThere<Answer, Result>(
  asked: Promise<Answer>,
  read: (answer: Answer) => Result,
): Promise<Result | undefined> {
  try {
    return read(await asked)
  } catch (error) {
    if (isMissingObject(error)) return undefined
    throw storageFailure(error)
  }
}

async function* listOld(sdk: Sdk, client: S3Client, Bucket: string, beforeMs: number) {
  const isOld = (at: Date | undefined) => at !== undefined && at.getTime() < beforeMs
  let after: string | undefined
  do {
    const ContinuationToken = after
    const command = new sdk.ListObjectsV2Command({ Bucket, MaxKeys: listedAtOnce, ContinuationToken })
    const page = await client.send(command).catch(error => {
      throw storageFailure(error)
    })
    const old = (page.Contents ?? []).filter(({ LastModified }) => isOld(LastModified))
    const ids = old.flatMap(({ Key = '' }) => keyPattern.exec(Key)?.[1] ?? [])
    if (ids.length > 0) yield ids
    after = page.NextContinuationToken
  } while (after !== undefined)
  await abortOld(sdk, client, Bucket, isOld)
}

/** Interrupted uploads have parts that no list shows and that the bucket's owner pays for. */
async function abortOld(sdk: Sdk, client: S3Client, Bucket: string, isOld: (at?: Date) => boolean) {
  const found = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket })).catch(error => {
    if (answeredStatus(error) === 501) return undefined // some servers cannot list them
    throw storageFailure(error)
  })
  for (const { Key, UploadId, Initiated } of found?.Uploads ?? [])
    if (isOld(Initiated)) await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
}
