import { pictureTypes, type Storage, thumbnailIdOf } from '@posthorn/files'
import { type PictureShape, shrinkPicture } from './shrink.js'

type Uploaded = { id: string; type: string; size: number; ownerId: string }

const thumbnail: PictureShape = { side: 640, fit: 'inside' }
/** Larger files are not decoded. */
const maxDecodedBytes = 64 * 1024 ** 2

/**
 * Stores the thumbnail of a stored file if it is a picture.
 * @returns its size in pixels, or nulls for a file without a thumbnail
 */
export async function storeThumbnail(
  storage: Storage,
  { id, type, size, ownerId }: Uploaded,
): Promise<{ width: number | null; height: number | null }> {
  const without = { width: null, height: null }
  if (!pictureTypes.has(type) || size > maxDecodedBytes) return without
  const shrunk = await shrinkPicture(() => storage.get(id), ownerId, thumbnail)
  if (shrunk.outcome !== 'shrunk') return without
  const { width, height, webp } = shrunk
  await storage.put(thumbnailIdOf(id), [webp])
  return { width, height }
}

/** Deletes a stored file with its thumbnail, if it has one. */
export async function deleteStored(storage: Storage, id: string): Promise<void> {
  await storage.delete(thumbnailIdOf(id))
  await storage.delete(id)
}
