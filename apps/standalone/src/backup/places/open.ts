import { join, resolve } from 'node:path'
import type { BucketOptions } from '@posthorn/files'
import { bucketOf, type FilesEnv, variables } from '@posthorn/server'
import { StartupError } from '../../startup-error.js'
import { newBucketPlace, openBucketPlace } from './bucket.js'
import { newFolderPlace, openFolderPlace } from './folder.js'
import type { BackupPlace, NewBackupPlace } from './place.js'

/**
 * Opens the place of a backup: a folder, or `s3://bucket/folder`.
 * @throws StartupError if the bucket cannot be used
 */
export async function openPlace(address: string, env: FilesEnv): Promise<BackupPlace> {
  const named = bucketIn(address, env)
  return named ? openBucketPlace(named.bucket, named.path) : openFolderPlace(resolve(address))
}

/**
 * Begins a backup with this name below a folder or `s3://bucket/folder`.
 * @throws StartupError if the bucket cannot be used
 */
export async function newPlace(parent: string, name: string, env: FilesEnv): Promise<NewBackupPlace> {
  const named = bucketIn(parent, env)
  return named ? newBucketPlace(named.bucket, join(named.path, name)) : newFolderPlace(resolve(parent), name)
}

/** The variables `S3_…` say how the bucket is reached, like those with the files of posts. */
function bucketIn(address: string, env: FilesEnv): { bucket: BucketOptions; path: string } | undefined {
  const [, name, path = ''] = /^s3:\/\/([^/]*)\/*(.*?)\/*$/.exec(address) ?? []
  if (name === undefined) return undefined
  const { data: S3_BUCKET } = variables.S3_BUCKET.safeParse(name)
  const bucket = S3_BUCKET && bucketOf({ ...env, S3_BUCKET, FILES_DIR: undefined })
  if (!bucket) throw new StartupError(`${address} names no bucket. Write s3://bucket/folder`)
  return { bucket, path }
}
