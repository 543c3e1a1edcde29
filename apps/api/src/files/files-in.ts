import { type BucketOptions, openBucket, openFolder } from '@posthorn/files'
import { EnvMistakes, type FilesEnv } from '@posthorn/server'
import type { FileOptions } from './files.js'

/**
 * Returns the options of files in a folder or a bucket, or undefined without either.
 * @throws EnvMistakes if variables contradict each other
 */
export async function filesIn(env: FilesEnv): Promise<FileOptions | undefined> {
  const { FILES_DIR: folder, FILE_LIMIT: fileLimitBytes, FILES_LIMIT: filesLimitBytes } = env
  const bucket = bucketOf(env)
  const storage = bucket ? await openBucket(bucket) : folder && (await openFolder(folder))
  return storage ? { storage, fileLimitBytes, filesLimitBytes } : undefined
}

function bucketOf(env: FilesEnv): BucketOptions | undefined {
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
