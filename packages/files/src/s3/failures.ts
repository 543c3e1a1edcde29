import { FullStore, StorageAway } from '../storage.js'

/** What the errors of the SDK have in common. */
type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

const full = new Set(['QuotaExceeded', 'EntityTooLarge', 'XMinioStorageFull'])
const missing = new Set(['NoSuchKey', 'NotFound'])

export const answeredStatus = (error: unknown): number | undefined =>
  (error as S3Error).$metadata?.httpStatusCode

const isMissingObject = (error: unknown): boolean => missing.has((error as S3Error).name)

/**
 * Returns what to throw for an error of the SDK. Its fields can contain the request with its key, so only its name and
 * status go on.
 */
export function storageFailure(error: unknown): Error {
  const { name, code } = error as S3Error
  const status = answeredStatus(error)
  if (status === 507 || full.has(name)) return new FullStore()
  return new StorageAway(`S3 failed: ${[code ?? name, status].filter(Boolean).join(', status ')}`)
}

/** Says what is wrong with a bucket, in the words of an operator. */
export function bucketTrouble(error: unknown, bucket: string): string {
  const status = answeredStatus(error)
  if (status === 404) return `S3 has no bucket ${bucket}`
  if (status === 401 || status === 403) return `S3 does not accept the credentials for the bucket ${bucket}`
  if (status === 301) return `the bucket ${bucket} is in another region than S3_REGION`
  return `S3 does not respond: ${(error as S3Error).code ?? (error as S3Error).name}`
}

/** Resolves with an answer of the SDK. @throws FullStore or StorageAway */
export const orFailure = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch(error => {
    throw storageFailure(error)
  })

/** Returns undefined if there is no such object. @throws FullStore or StorageAway */
export async function ifThere<Answer, Result>(
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
