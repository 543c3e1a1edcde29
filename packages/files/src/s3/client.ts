import type { S3Client } from '@aws-sdk/client-s3'

export type BucketOptions = {
  bucket: string
  region: string
  /** Absent for S3 itself. */
  endpoint?: string | undefined
  /** Whether the bucket is part of the path instead of the host. */
  isInPath: boolean
  /** Absent for those that the SDK finds: its own variables, files and roles. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** How often a request is tried before it fails. */
  attempts?: number
}

/** The SDK, which is loaded only for a bucket. */
type Sdk = typeof import('@aws-sdk/client-s3')

/** A bucket, with what reaches it. */
export type S3 = { sdk: Sdk; client: S3Client; bucket: string }

const connectMs = 3000
/** Without a byte. */
const silentMs = 30_000

/**
 * Loads the SDK (25 MB of memory), so that only processes that need it pay for it. Connects with the first call.
 * Servers other than S3 do not know its newer checksums, so they are sent only where S3 requires them.
 */
export async function connectBucket({
  bucket,
  endpoint,
  credentials,
  ...options
}: BucketOptions): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: options.region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: options.isInPath,
    maxAttempts: options.attempts ?? 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs, requestTimeout: silentMs },
  })
  return { sdk, client, bucket }
}
