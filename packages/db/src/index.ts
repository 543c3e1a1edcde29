export * from './apps/index.js'
export * from './audience/audience.js'
export * from './audit/entries.js'
export * from './backup/database-backup.js'
export * from './channels/change-channels.js'
export * from './channels/channel-members.js'
export {
  type Channel,
  channelIdsOf,
  channelsOf,
  findChannels,
  findChannelsByName,
  findReaders,
  type PostChannel,
} from './channels/channels.js'
export { directChannels, directName } from './channels/direct-channels.js'
export * from './channels/search-channels.js'
export {
  describeWithCode,
  errorCode,
  faultOf,
  isStatementTimeout,
  isTooSlow,
  isTransient,
} from './connection/errors.js'
export { closeDb, type Db, dbDurabilityGaps, dbTimeMs, dbTrouble, openDb } from './connection/open.js'
export { openWriteCheck } from './connection/write-check.js'
export * from './deliveries/deliveries.js'
export { type DeliveryClue, findDeliveriesBy } from './deliveries/find-deliveries.js'
export {
  countDeliveries,
  type DeliveryFilter,
  findNeighbours,
  idsBetween,
  listDeliveries,
} from './deliveries/list-deliveries.js'
export { outcomesOfReplay, type PostingHook, replayablePage } from './deliveries/look-up.js'
export { rotatePartitions } from './deliveries/partitions.js'
export { type RecentPayload, recentPayloads } from './deliveries/recent-payloads.js'
export { recordBatch } from './deliveries/record.js'
export * from './deliveries/resolve.js'
export { type DeliveryRow, findOutcomes, type PostRow } from './deliveries/rows.js'
export type { Destination } from './deliveries/suggest.js'
export { digest } from './digest.js'
export { type Period, readFigures, saveMinuteFigures } from './figures/figures.js'
export * from './files/files.js'
export { type DeadKey, findDeadKey } from './hooks/dead-key.js'
export * from './hooks/find-hooks.js'
export { findOwner, type HookBounds } from './hooks/hook-bounds.js'
export * from './hooks/hook-health.js'
export { acceptHook, endOffer, offerHook } from './hooks/hook-offers.js'
export * from './hooks/hook-signatures.js'
export * from './hooks/hook-templates.js'
export { lostFields } from './hooks/lost-fields.js'
export {
  changeHook,
  createHook,
  deleteHook,
  disableHooksOf,
  findHook,
  type HookChoices,
  type HookSignature,
  hooksOf,
  type ManagedHook,
  replaceKey,
  setHookDisabled,
} from './hooks/manage-hooks.js'
export * from './hooks/search-hooks.js'
export * from './imports/index.js'
export * from './keys/live-keys.js'
export { planKeys } from './keys/plan.js'
export * from './keys/read-states.js'
export * from './keys/record-keyed.js'
export { countMembers, findMentions, type Mentioning, mentioning, type People } from './mentions/mentions.js'
export { firstRun } from './migrations/first-run.js'
export {
  dbUnsupported,
  dropMarks,
  dropOldIndex,
  ensureDatabase,
  migrate,
  schemaTrouble,
  withDatabase,
} from './migrations/migrate.js'
export * from './notices/index.js'
export { findBeginnings, type PostPage } from './posts/fitting.js'
export * from './posts/posts.js'
export * from './posts/posts-page.js'
export { findThreads, type ThreadSummary } from './posts/threads.js'
export * from './posts/timestamps.js'
export {
  deletePost,
  editPost,
  maxOldVersions,
  type NewPost,
  type PostVersion,
  versionsOf,
  writePost,
} from './posts/write-posts.js'
export * from './privacy/index.js'
export * from './retention/index.js'
export { indexPosts } from './search/index-posts.js'
export { maxSearchedPosts, searchPosts } from './search/search-posts.js'
export { type PostSearch, readPostSearch, type SearchedTerm } from './search/search-terms.js'
export { countUnindexed } from './search/segments.js'
export * from './settings/setting-rules.js'
export { readSettings, type StoredSetting, saveSettings, storedSettings } from './settings/settings.js'
export { watchSettings } from './settings/watch-settings.js'
export * from './teams/memberships.js'
export {
  changeTeam,
  findTeam,
  findTeamByName,
  findTeamName,
  findTeams,
  isTeamMember,
  onlyTeamName,
  openTeams,
  searchTeams,
  type Team,
  teamsOf,
} from './teams/teams.js'
export * from './users/accounts.js'
export { activeOwnerOf, isOwnBot } from './users/app-owners.js'
export { awaitsFirstLogin } from './users/first-login.js'
export * from './users/preferences.js'
export * from './users/search-users.js'
export {
  createSession,
  endSession,
  findSession,
  type LiveSession,
  type NewSession,
  type Session,
  sessionsAlive,
  sessionsOf,
  touchSession,
} from './users/sessions.js'
export { systemUserId } from './users/system-user.js'
export {
  channelUsersPage,
  findLiveUserIds,
  findUser,
  findUserByEmail,
  findUserByName,
  findUserIds,
  findUsers,
  findUserToLogIn,
  hasLookalike,
  teamUsersPage,
  type User,
  type UserChanges,
  type UserWithPassword,
  usersNotInChannelPage,
  usersPage,
} from './users/users.js'
