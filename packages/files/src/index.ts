export { openFolder } from './folder.js'
export { fileIdOf, thumbnailIdOf } from './ids.js'
export { type ByteRange, FullStore, type Storage, type StoredFile } from './storage.js'
export { headBytes, inlineTypes, pictureTypes, typeOf } from './type.js'
