export { openFolder } from './folder.js'
export { type ByteRange, FullStore, type Storage, type StoredFile } from './storage.js'
export { headBytes, inlineTypes, typeOf } from './type.js'
