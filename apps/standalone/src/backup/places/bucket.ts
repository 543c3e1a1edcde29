import { type BucketOptions, type Gate, type Objects, openObjects } from '@posthorn/files'
import { StartupError } from '../../startup-error.js'
import { type BackupPlace, manifestsIn, type NewBackupPlace } from './place.js'

/** S3 accepts 10,000 parts, so a file can have 156 GiB. An upload holds at most two parts in memory. */
const partBytes = 16 * 1024 ** 2
/** With their growing pauses, these bridge about a minute. */
const attempts = 8

/** Opens a backup in a bucket, or a folder of them. @throws StartupError if the bucket cannot be used */
export async function openBucketPlace(options: BucketOptions, path: string): Promise<BackupPlace> {
  return placeIn(await usable(options), options.bucket, path)
}

/**
 * Begins a backup in a bucket. Objects cannot be renamed, so it is complete when its manifest is there, which comes last.
 * @throws StartupError if there is such a backup, or if the bucket cannot be used
 */
export async function newBucketPlace(options: BucketOptions, path: string): Promise<NewBackupPlace> {
  const [objects, { gate, close }] = [await usable(options), openGate()]
  const place = placeIn(objects, options.bucket, path, gate)
  const { isPlain, isEncrypted } = await manifestsIn(place)
  if (isPlain || isEncrypted) throw new StartupError(`${place.address} exists`)
  return {
    ...place,
    finish: async () => place.address,
    discard: async () => {
      await close()
      await objects.deleteBelow(`${path}/`)
    },
  }
}

async function usable(options: BucketOptions): Promise<Objects> {
  const objects = await openObjects({ ...options, attempts })
  const trouble = await objects.trouble()
  if (trouble === undefined) return objects
  objects.close()
  throw new StartupError(trouble)
}

/** `close` waits for what is being sent, because the bucket could store it after we have deleted the rest. */
function openGate(): { gate: Gate; close: () => Promise<void> } {
  const sending = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    gate: async request => {
      if (isClosed) throw new Error('the backup has ended')
      const sent = request()
      sending.add(sent)
      return sent.finally(() => sending.delete(sent))
    },
    close: async () => {
      isClosed = true
      await Promise.allSettled(sending)
    },
  }
}

function placeIn(objects: Objects, bucket: string, path: string, gate?: Gate): BackupPlace {
  const keyOf = (name: string) => (path === '' ? name : `${path}/${name}`)
  return {
    address: `s3://${bucket}/${path}`,
    has: name => objects.has(keyOf(name)),
    write: async (name, parts) => {
      await objects.put(keyOf(name), parts, { partBytes, ...(gate && { gate }) })
    },
    read: name => objects.read(keyOf(name)),
    folders: () => objects.folders(keyOf('')),
  }
}
