export * from './apps/index.js'
export {
  type Announced,
  findAnnounced,
  type Membership,
  membersOfChannels,
  membersOfTeam,
} from './audience/audience.js'
export * from './audit/entries.js'
export { type AuditPlace, auditPlaces } from './audit/places.js'
export { type AuditSnapshot, auditSnapshot } from './audit/snapshots.js'
export { restoreDatabase } from './backup/restore-database.js'
export { type SaveEvents, saveDatabase, sizeOfFiles } from './backup/save-database.js'
export { fileOfTable } from './backup/tables.js'
export {
  archiveChannel,
  archivedChannels,
  hasHooksOfOthers,
  type Restored,
  restoreChannel,
} from './channels/archive-channels.js'
export {
  addMember,
  type ChannelMember,
  findMember,
  findMembers,
  markViewed,
  membershipsOf,
  removeMember,
  setMemberNotifyProps,
} from './channels/channel-members.js'
export {
  type Channel,
  channelIdsOf,
  channelsOf,
  findChannels,
  findChannelsByName,
  findReaders,
  type PostChannel,
  publicChannelNames,
  type Reader,
} from './channels/channels.js'
export {
  channelsToJoin,
  createChannel,
  type NewChannel,
} from './channels/create-channel.js'
export { directChannels, directName, type Pair } from './channels/direct-channels.js'
export { type ChannelSearch, findPublicChannels, searchChannels } from './channels/search-channels.js'
export { type ChannelChanges, updateChannel } from './channels/update-channel.js'
export {
  describeWithCode,
  errorCode,
  type Fault,
  faultOf,
  isStatementTimeout,
  isTooSlow,
  isTransient,
} from './connection/errors.js'
export {
  closeDb,
  type Db,
  type DbOptions,
  dbDurabilityGaps,
  dbTimeMs,
  dbTrouble,
  openDb,
} from './connection/open.js'
export { openWriteCheck } from './connection/write-check.js'
export { type CountedDeliveries, countDeliveries } from './deliveries/count-deliveries.js'
export * from './deliveries/deliveries.js'
export type { Destination, DestinationRefusal } from './deliveries/destination.js'
export { type DeliveryFilter, type IdRange, idsBetween } from './deliveries/filter.js'
export { type DeliveryClue, findDeliveriesBy } from './deliveries/find-deliveries.js'
export { type DeliveriesPage, type ListedDeliveries, listDeliveries } from './deliveries/list-deliveries.js'
export { type LookedUp, type LookUpKeys, lookUp, type PostingHook } from './deliveries/look-up.js'
export { findNeighbours, type Neighbours } from './deliveries/neighbours.js'
export { findOutcomes } from './deliveries/outcomes.js'
export { type DaysKept, rotatePartitions } from './deliveries/partitions.js'
export { recordBatch } from './deliveries/record.js'
export {
  outcomesOfReplay,
  type Replayable,
  type ReplayablePage,
  replayablePage,
} from './deliveries/replayable.js'
export { type MakeDirectChannels, type Resolved, resolve, type SeenChannels } from './deliveries/resolve.js'
export type { DeliveryRow, PostRow } from './deliveries/rows.js'
export { digest } from './digest.js'
export { type Period, readFigures, saveMinuteFigures } from './figures/figures.js'
export * from './files/files.js'
export { writePostWithFiles } from './files/post-with-files.js'
export * from './files/remove.js'
export type { CreatorStatus } from './hooks/creator-status.js'
export { type DeadKey, findDeadKey } from './hooks/dead-key.js'
export { findHooks, findHooksByKey, type Hook, type OpenHook, type WatchedHook } from './hooks/find-hooks.js'
export { type HookBounds, hooksOwnedBy, type TooManyHooks } from './hooks/hook-bounds.js'
export { type CountedPeriod, countPeriods } from './hooks/hook-figures.js'
export { markFailing, markRecovered, type Notice, notifyOwner } from './hooks/hook-health.js'
export { acceptHook, endOffer, type HookOffer, offerHook } from './hooks/hook-offers.js'
export type { HookPlace, HookSort } from './hooks/hook-order.js'
export { findOwner } from './hooks/hook-owner.js'
export {
  findHookSecrets,
  resealHookSecrets,
  type SealedSecret,
  setHookSignature,
} from './hooks/hook-signatures.js'
export * from './hooks/hook-templates.js'
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
  type NewHook,
  replaceKey,
  setHookDisabled,
} from './hooks/manage-hooks.js'
export { type FoundHook, type HookCondition, type HookSearch, searchHooks } from './hooks/search-hooks.js'
export * from './imports/index.js'
export * from './keys/live-keys.js'
export * from './keys/read-states.js'
export * from './keys/record-keyed.js'
export * from './keys/targets.js'
export * from './keys/wanted-states.js'
export { findMentions, type Mentioning, mentionableBy, mentioning } from './mentions/find-mentions.js'
export { countMembers, type Mentionable, type MentionRow, type People } from './mentions/mentions.js'
export { dropMarks } from './migrations/drop-marks.js'
export { firstRun, type SeedResult } from './migrations/first-run.js'
export { ensureDatabase, migrate, withDatabase } from './migrations/migrate.js'
export { schemaTrouble } from './migrations/schema-trouble.js'
export { dbUnsupported } from './migrations/unsupported.js'
export * from './notices/index.js'
export { deletePost, type Edit, editPost } from './posts/change-posts.js'
export * from './posts/delivered-posts.js'
export { findBeginnings, type PostBeginning } from './posts/first-words.js'
export type { PostPage } from './posts/fitting.js'
export { findChangedPosts, findPost, type Post, type PostFile, withThreads } from './posts/posts.js'
export { type Cursor, flaggedPage, postsAround, postsPage, postsSince } from './posts/posts-page.js'
export { postsWithIds, repliesPage } from './posts/replies-page.js'
export { findThreads, type ThreadSummary } from './posts/threads.js'
export * from './posts/timestamps.js'
export { maxOldVersions, type PostVersion, versionsOf } from './posts/versions.js'
export { type NewPost, writePost } from './posts/write-post.js'
export * from './privacy/index.js'
export * from './retention/index.js'
export { indexPosts } from './search/follow-posts.js'
export type { Searching } from './search/matching.js'
export { countUnindexed } from './search/progress.js'
export { searchPosts } from './search/search-posts.js'
export { maxSearchedPosts } from './search/unindexed.js'
export {
  readSettings,
  type SavedBy,
  type Settings,
  type StoredSetting,
  saveSettings,
  storedSettings,
} from './settings/settings.js'
export { type SettingsWatch, watchSettings } from './settings/watch-settings.js'
export {
  addTeamMember,
  createTeam,
  findTeamMember,
  findTeamMembers,
  type Joined,
  type NewTeam,
  removeTeamMember,
  setTeamRoles,
  type TeamMember,
  teamMembershipsOf,
  teamMembersPage,
  teamStats,
} from './teams/memberships.js'
export { type FoundTeam, searchTeams, type TeamSearch } from './teams/search-teams.js'
export { administratorsOf, findUserInTeam, teamRoles } from './teams/team-members.js'
export {
  changeTeam,
  findTeam,
  findTeamByName,
  findTeamName,
  findTeams,
  isTeamMember,
  onlyTeamName,
  openTeams,
  type Team,
  teamsOf,
} from './teams/teams.js'
export { type TeamCounts, unreadByTeam } from './teams/unread.js'
export {
  changePassword,
  createUser,
  isEmailOfAnother,
  type NewUser,
  passwordHashOf,
  type Taken,
  updateUser,
} from './users/accounts.js'
export { activeOwnerOf, isOwnBot } from './users/app-owners.js'
export { endSession } from './users/end-sessions.js'
export { awaitsFirstLogin } from './users/first-login.js'
export { deletePicture, findPicture, savePicture, type UserPicture } from './users/pictures.js'
export {
  deletePreferences,
  findPreference,
  type Preference,
  preferencesOf,
  savePreferences,
} from './users/preferences.js'
export {
  type Account,
  type AccountCondition,
  type AccountSearch,
  findAccount,
  searchAccounts,
} from './users/search-accounts.js'
export { searchUsers, type UserSearch } from './users/search-users.js'
export {
  createSession,
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
