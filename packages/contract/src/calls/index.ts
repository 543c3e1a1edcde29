import * as authorizeApps from './apps/authorize.js'
import * as changeApps from './apps/change.js'
import * as readApps from './apps/read.js'
import * as stopApps from './apps/stop.js'
import * as audit from './audit/list.js'
import * as changeChannels from './channels/change.js'
import * as editChannels from './channels/edit.js'
import * as findChannels from './channels/find.js'
import * as channelMembers from './channels/members.js'
import * as channelMemberships from './channels/memberships.js'
import * as readChannels from './channels/read.js'
import * as channelUsers from './channels/users.js'
import * as hookFigures from './deliveries/figures.js'
import * as findDeliveries from './deliveries/find.js'
import * as readDeliveries from './deliveries/read.js'
import * as replays from './deliveries/replay.js'
import * as trials from './deliveries/try.js'
import * as fileChecks from './files/check.js'
import * as files from './files/read.js'
import * as administerHooks from './hooks/administer.js'
import * as changeHooks from './hooks/change.js'
import * as hookOffers from './hooks/offers.js'
import * as readHooks from './hooks/read.js'
import * as refusedCalls from './hooks/refused-calls.js'
import * as findHooks from './hooks/search.js'
import * as hookSignatures from './hooks/signature.js'
import * as stopHooks from './hooks/stop.js'
import * as hookTemplates from './hooks/template.js'
import * as imports from './imports/change.js'
import * as pipeline from './pipeline.js'
import * as changePosts from './posts/change.js'
import * as findPosts from './posts/find.js'
import * as readPosts from './posts/read.js'
import * as hookPrivacy from './privacy/hooks.js'
import * as userPrivacy from './privacy/users.js'
import * as retention from './retention.js'
import * as sessions from './sessions.js'
import * as system from './system.js'
import * as administerTeams from './teams/administer.js'
import * as teamMembers from './teams/members.js'
import * as teams from './teams/teams.js'
import * as administerUsers from './users/administer.js'
import * as userAudits from './users/audits.js'
import * as changeUsers from './users/change.js'
import * as createUsers from './users/create.js'
import * as findUsers from './users/find.js'
import * as userImports from './users/import.js'
import * as initialLoad from './users/initial-load.js'
import * as mail from './users/mail.js'
import * as pictures from './users/picture.js'
import * as preferences from './users/preferences.js'
import * as push from './users/push.js'
import * as readUsers from './users/read.js'
import * as statuses from './users/statuses.js'

/** Maps each `operationId` to its call. All routes are below /api/v3. */
export const calls = {
  ...audit,
  ...readApps,
  ...changeApps,
  ...stopApps,
  ...authorizeApps,
  ...readChannels,
  ...changeChannels,
  ...editChannels,
  ...findChannels,
  ...channelMembers,
  ...channelMemberships,
  ...channelUsers,
  ...hookFigures,
  ...findDeliveries,
  ...readDeliveries,
  ...replays,
  ...trials,
  ...hookOffers,
  ...readHooks,
  ...changeHooks,
  ...refusedCalls,
  ...findHooks,
  ...hookSignatures,
  ...stopHooks,
  ...hookTemplates,
  ...administerHooks,
  eraseHookHistory: hookPrivacy.eraseHookHistory,
  getHookErasure: hookPrivacy.getHookErasure,
  eraseDelivery: hookPrivacy.eraseDelivery,
  ...imports,
  ...readPosts,
  ...files,
  ...fileChecks,
  ...findPosts,
  ...changePosts,
  ...pipeline,
  ...retention,
  ...sessions,
  ...system,
  ...readUsers,
  ...findUsers,
  ...initialLoad,
  ...preferences,
  ...push,
  ...mail,
  ...statuses,
  ...userAudits,
  ...createUsers,
  ...pictures,
  ...changeUsers,
  ...teams,
  ...teamMembers,
  ...administerTeams,
  ...administerUsers,
  ...userImports,
  eraseUser: userPrivacy.eraseUser,
  getErasure: userPrivacy.getErasure,
}
