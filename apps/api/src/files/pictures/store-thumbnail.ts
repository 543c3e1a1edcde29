import { pictureTypes, type Storage, thumbnailIdOf } from '@posthorn/files'
import { StoppedUpload } from '../read-parts.js'
import { maxDecodedBytes, measurePicture } from './measure.js'

type Uploaded = { id: string; type: string; size: number; userId: string }

/**
 * Stores the thumbnail of a stored file if it is a picture.
 * @returns its size in pixels, or nulls for a file without a thumbnail
 * @throws StoppedUpload if it has too many pixels
 */
export async function storeThumbnail(
  storage: Storage,
  { id, type, size, userId }: Uploaded,
): Promise<{ width: number | null; height: number | null }> {
  const without = { width: null, height: null }
  if (!pictureTypes.has(type) || size > maxDecodedBytes) return without
  const measured = await measurePicture(() => storage.get(id), userId)
  if (measured.outcome === 'too_many_pixels') throw new StoppedUpload('picture_pixels')
  if (measured.outcome !== 'decoded') return without
  const { width, height, thumbnail } = measured
  await storage.put(thumbnailIdOf(id), [thumbnail])
  return { width, height }
}

/** Deletes a stored file with its thumbnail, if it has one. */
export async function deleteStored(storage: Storage, id: string): Promise<void> {
  await storage.delete(thumbnailIdOf(id))
  await storage.delete(id)
}
