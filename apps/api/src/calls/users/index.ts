import { getAccount, searchAccounts } from './accounts.js'
import { updateUserActive, updateUserRoles } from './active-and-roles.js'
import { listUserAudits } from './audits.js'
import { createUser } from './create.js'
import { autocompleteChannelUsers, autocompleteTeamUsers, autocompleteUsers, searchUsers } from './find.js'
import { importUsers } from './import/import.js'
import { getInitialLoad } from './initial-load.js'
import { changePassword } from './password.js'
import { getUserImage, resetUserImage, setUserImage } from './picture/picture.js'
import {
  deletePreferences,
  getPreference,
  listPreferences,
  listPreferencesOfCategory,
  savePreferences,
} from './preferences.js'
import { provisionUser } from './provision.js'
import { getMe, getUser, getUserByEmail, getUserByUsername, listUsers, listUsersById } from './read.js'
import { resetPassword } from './reset-password.js'
import { listStatuses, listStatusesById } from './statuses.js'
import { updateNotifyProps, updateUser } from './update.js'

/** Accounts and profiles. */
export const userCalls = [
  createUser,
  getMe,
  getInitialLoad,
  listStatuses,
  listStatusesById,
  listUserAudits,
  listPreferences,
  listPreferencesOfCategory,
  getPreference,
  savePreferences,
  deletePreferences,
  getUser,
  getUserByEmail,
  getUserByUsername,
  listUsers,
  listUsersById,
  searchUsers,
  autocompleteUsers,
  autocompleteTeamUsers,
  autocompleteChannelUsers,
  updateUser,
  updateNotifyProps,
  updateUserActive,
  updateUserRoles,
  changePassword,
  getUserImage,
  setUserImage,
  resetUserImage,
  searchAccounts,
  getAccount,
  provisionUser,
  importUsers,
  resetPassword,
]
