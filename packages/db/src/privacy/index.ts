export {
  eraseHookPart,
  erasePostsOfDelivery,
  type HookErasure,
  hookErasureSteps,
} from './erase-hook.js'
export { type ErasedPart, type ErasedPost, eraseRequest } from './erase-requests.js'
export { eraseUserPart, type Owned, ownedBy, type UserErasure, userErasureSteps } from './erase-user.js'
export type { ExportedRow, ReadProgress } from './export-data.js'
export { exportHookRows, exportUserRows, type HookExport } from './export-data.js'
export { otherTables, type PersonalTable, personalTables } from './personal-tables.js'
