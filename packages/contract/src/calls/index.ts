import * as apps from './apps/apps.js'
import * as audit from './audit/audit.js'
import * as changeChannels from './channels/change.js'
import * as channels from './channels/channels.js'
import * as memberships from './channels/memberships.js'
import * as deliveries from './deliveries/deliveries.js'
import * as replays from './deliveries/replay.js'
import * as trials from './deliveries/try.js'
import * as files from './files/files.js'
import * as changeHooks from './hooks/change.js'
import * as hooks from './hooks/hooks.js'
import * as hookOffers from './hooks/offers.js'
import * as hookSignatures from './hooks/signature.js'
import * as imports from './imports/imports.js'
import * as pipeline from './pipeline.js'
import * as changePosts from './posts/change.js'
import * as posts from './posts/posts.js'
import * as privacy from './privacy/privacy.js'
import * as retention from './retention.js'
import * as sessions from './sessions.js'
import * as system from './system.js'
import * as teamMembers from './teams/members.js'
import * as teams from './teams/teams.js'
import * as administerUsers from './users/administer.js'
import * as changeUsers from './users/change.js'
import * as notices from './users/notices.js'
import * as pictures from './users/pictures.js'
import * as preferences from './users/preferences.js'
import * as users from './users/users.js'

/**
 * Maps each `operationId` to its call, except those that send or return files, which are no JSON. All routes are below /api/v3.
 */
export const calls = {
  listAudit: audit.listAudit,
  ...apps,
  ...channels,
  ...changeChannels,
  ...memberships,
  ...deliveries,
  ...replays,
  ...trials,
  ...hookOffers,
  ...hooks,
  ...changeHooks,
  ...hookSignatures,
  eraseHookHistory: privacy.eraseHookHistory,
  getHookErasure: privacy.getHookErasure,
  eraseDelivery: privacy.eraseDelivery,
  startImport: imports.startImport,
  checkImport: imports.checkImport,
  importObjects: imports.importObjects,
  importPosts: imports.importPosts,
  checkImportFiles: imports.checkImportFiles,
  ...posts,
  listMissingFiles: files.listMissingFiles,
  countOrphanFiles: files.countOrphanFiles,
  getFileInfo: files.getFileInfo,
  getPublicFileLink: files.getPublicFileLink,
  listFilesOfPost: files.listFilesOfPost,
  ...changePosts,
  ...pipeline,
  ...retention,
  ...sessions,
  ...system,
  ...users,
  ...preferences,
  ...notices,
  ...changeUsers,
  setUserImage: pictures.setUserImage,
  resetUserImage: pictures.resetUserImage,
  ...teams,
  ...teamMembers,
  ...administerUsers,
  eraseUser: privacy.eraseUser,
  getErasure: privacy.getErasure,
}
