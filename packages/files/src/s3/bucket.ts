import type { Readable } from 'node:stream'
import type { ByteRange, Storage } from '../storage.js'
import { type BucketOptions, connectBucket, type S3 } from './client.js'
import { ifThere } from './failures.js'
import { abortUploads, pagesOf } from './list.js'
import { objectsIn } from './objects.js'

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
