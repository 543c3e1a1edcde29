import { openBucket, openFolder } from '@posthorn/files'
import { bucketOf, type FilesEnv } from '@posthorn/server'
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
