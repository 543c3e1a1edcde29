export {
  changePassword,
  createUser,
  type NewUser,
  passwordHashOf,
  type Taken,
  type UserChanges,
  updateUser,
} from './accounts.js'
export { archiveChannel, hasHooksOfOthers, type Restored, restoreChannel } from './archive-channels.js'
export { deletePost, type Edit, editPost } from './change-posts.js'
export {
  addMember,
  type ChannelMember,
  findMember,
  markViewed,
  membershipsOf,
  removeMember,
} from './channel-members.js'
export {
  type Channel,
  channelsOf,
  findChannels,
  findChannelsByName,
  findReaders,
  publicChannelNames,
  type Reader,
} from './channels.js'
export type { CreatorStatus } from './creator-status.js'
export {
  countRejected,
  deliveriesOf,
  findDelivery,
  type IdRange,
  idsBetween,
  newestReplay,
  postsOf,
  type Rejected,
  rejectedPage,
  type SettledDelivery,
} from './deliveries.js'
export { directChannels, directName, type Pair } from './direct-channels.js'
export { markFailing, markRecovered, type Notice, tellOwner } from './failing.js'
export { findMentions, type Mentioning, mentioning } from './find-mentions.js'
export { firstRun, type Made } from './first-run.js'
export { type Following, followChanges } from './follow.js'
export { findHooks, findHooksByKey, type Hook, type OpenHook, type WatchedHook } from './hooks.js'
export { type Announced, findAnnounced, type Membership, membersOfChannels, membersOfTeam } from './live.js'
export {
  channelsToJoin,
  createChannel,
  type NewChannel,
} from './make-channels.js'
export {
  changeHook,
  createHook,
  deleteHook,
  findHook,
  type HookChoices,
  hooksOf,
  type ManagedHook,
  type NewHook,
  replaceKey,
} from './manage-hooks.js'
export {
  addTeamMember,
  createTeam,
  findTeamMember,
  type Joined,
  type NewTeam,
  removeTeamMember,
  setTeamRoles,
  type TeamMember,
  teamMembershipsOf,
  teamMembersPage,
  teamStats,
} from './memberships.js'
export { countMembers, type MentionRow } from './mentions.js'
export { ensureDatabase, migrate, withDatabase } from './migrate.js'
export { closeDb, type Db, type DbOptions, dbTrouble, openDb } from './open.js'
export { findOutcomes, type Settled } from './outcomes.js'
export { type DaysKept, keepDays } from './partitions.js'
export { findPost, type Post } from './posts.js'
export {
  type Around,
  type PostPage,
  postsAround,
  postsPage,
  postsSince,
  repliesPage,
} from './posts-page.js'
export { type DeliveryRow, type Outcome, type PostRow, recordBatch } from './record.js'
export { schemaTrouble } from './schema-trouble.js'
export {
  createSession,
  digest,
  endSession,
  endSessionsOf,
  findSession,
  type LiveSession,
  type Session,
  sessionsAlive,
  sessionsOf,
  touchSession,
} from './sessions.js'
export { readSettings, type Settings, saveSettings } from './settings.js'
export { systemUserId } from './system-user.js'
export { findColleague, teamRoles } from './team-members.js'
export { findTeam, findTeamByName, isTeamMember, openTeams, type Team, teamsOf } from './teams.js'
export { isPassing } from './trouble.js'
export {
  findLiveUserIds,
  findUser,
  findUserByName,
  findUserIds,
  findUserToLogIn,
  teamUsersPage,
  type User,
  usersPage,
} from './users.js'
export { type NewPost, writePost } from './write-post.js'
