export {
  changePassword,
  createFirstUser,
  createUser,
  isFirstAccount,
  type NewUser,
  passwordHashOf,
  type Taken,
  type UserChanges,
  updateUser,
} from './accounts.js'
export {
  type Channel,
  channelsOf,
  findChannels,
  findChannelsByName,
  findReaders,
  type Reader,
  readableNames,
} from './channels.js'
export { directChannels, directName, type Pair } from './direct-channels.js'
export { firstRun, type Made } from './first-run.js'
export { type Following, followChanges } from './follow.js'
export { findHooks, findHooksByKey, type Hook, type OpenHook } from './hooks.js'
export {
  addTeamMember,
  createTeam,
  findTeamMember,
  isTeamAdmin,
  type Joined,
  type NewTeam,
  removeTeamMember,
  setTeamRoles,
  type TeamMember,
  teamMembershipsOf,
  teamMembersPage,
  teamStats,
} from './memberships.js'
export { countMembers, findNamed, type MentionRow, type Named } from './mentions.js'
export { ensureDatabase, migrate, withDatabase } from './migrate.js'
export { type Db, type DbOptions, dbReady, dbTrouble, openDb } from './open.js'
export { type Post, postsPage } from './posts.js'
export { type DeliveryRow, type Outcome, type PostRow, recordBatch } from './record.js'
export {
  createSession,
  digest,
  endSession,
  endSessionsOf,
  findSession,
  type LiveSession,
  type Session,
  sessionsOf,
  touchSession,
} from './sessions.js'
export { readSettings, type Settings, saveSettings } from './settings.js'
export { findTeam, findTeamByName, isTeamMember, openTeams, type Team, teamsOf } from './teams.js'
export { isPassing } from './trouble.js'
export {
  findUser,
  findUserByName,
  findUserIds,
  findUserToLogIn,
  teamUsersPage,
  type User,
  usersPage,
} from './users.js'
