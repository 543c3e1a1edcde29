import { EnvMistakes, type FilesEnv } from './env.js'

/** How a bucket is reached. `isInPath`: whether its name is part of the path instead of the host. */
type Bucket = {
  bucket: string
  region: string
  endpoint: string | undefined
  isInPath: boolean
  /** Absent for those that the AWS SDK finds. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * Returns the bucket that the variables name, or undefined without one.
 * @throws EnvMistakes if they contradict each other
 */
export function bucketOf(env: FilesEnv): Bucket | undefined {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const mistakes = [
    ...(env.FILES_DIR && bucket ? ['S3_BUCKET: cannot be set together with FILES_DIR'] : []),
    ...(accessKeyId && !secretAccessKey ? ['S3_SECRET_ACCESS_KEY: must be set with S3_ACCESS_KEY_ID'] : []),
    ...(secretAccessKey && !accessKeyId ? ['S3_ACCESS_KEY_ID: must be set with S3_SECRET_ACCESS_KEY'] : []),
  ]
  if (mistakes.length > 0) throw new EnvMistakes(mistakes)
  if (bucket === undefined) return undefined
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  const isInPath = env.S3_PATH_STYLE ?? endpoint !== undefined
  return { bucket, region, endpoint, isInPath, credentials }
}
