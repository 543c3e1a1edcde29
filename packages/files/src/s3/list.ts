import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { S3 } from './client.js'
import { answeredStatus, orFailure, storageFailure } from './failures.js'

const listedAtOnce = 500

/** Which objects are listed. With `Delimiter`, what is in folders is listed as their names. */
type Listed = { Prefix?: string; Delimiter?: string }

/** Lists objects, a few hundred at once. */
export async function* pagesOf(
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
export async function abortUploads(
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
