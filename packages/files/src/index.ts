export { openFolder } from './folder.js'
export type { BucketOptions } from './s3/client.js'
export { type Objects, openBucket, openObjects } from './s3/objects.js'
export type { Gate, Pieces } from './s3/upload.js'
export {
  type ByteRange,
  FullStore,
  fileIdOf,
  type Storage,
  StorageAway,
  type StoredFile,
  thumbnailIdOf,
} from './storage.js'
export { headBytes, inlineTypes, pictureTypes, typeOf } from './type.js'
