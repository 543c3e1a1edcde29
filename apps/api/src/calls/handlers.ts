// the handler of each call; index.ts serves them

export { getApp, listApps, listAuthorizedApps } from './apps/apps.js'
export { allowApp, authorizeApp, getAuthorization } from './apps/authorize.js'
export { createApp } from './apps/create.js'
export { deauthorizeApp, deleteApp } from './apps/stop.js'
export { regenerateAppSecret, takeOverApp, updateApp } from './apps/update.js'
export { exportAudit } from './audit/export.js'
export { listAudit } from './audit/list.js'
export { archiveChannel, listArchivedChannels, restoreChannel } from './channels/archive.js'
export { createChannel } from './channels/create.js'
export { createDirectChannel } from './channels/create-direct.js'
export { autocompleteChannels, searchChannels, searchJoinableChannels } from './channels/find.js'
export {
  getChannel,
  getChannelByName,
  getChannelMember,
  getChannelStats,
  listChannelMembersById,
} from './channels/get.js'
export { joinChannel, joinChannelByName, leaveChannel } from './channels/join.js'
export {
  countChannelPosts,
  listChannelMemberships,
  listChannels,
  listJoinableChannels,
} from './channels/list.js'
export { addChannelMember, removeChannelMember } from './channels/members.js'
export { updateChannelNotifyProps } from './channels/notify-props.js'
export { updateChannel, updateChannelHeader, updateChannelPurpose } from './channels/update.js'
export { listChannelUsers, listUsersNotInChannel } from './channels/users.js'
export { viewChannels } from './channels/view.js'
export { getHookFigures } from './deliveries/figures.js'
export { findDeliveries } from './deliveries/find.js'
export { getDelivery } from './deliveries/get.js'
export { countDeliveries, listDeliveries } from './deliveries/list.js'
export { getDeliveryOfPost } from './deliveries/of-post.js'
export { previewPayload } from './deliveries/preview.js'
export { getReplay, replayDeliveries, replayDelivery } from './deliveries/replay.js'
export { sendPayload } from './deliveries/send.js'
export { listRefusedSamples, sendRefusedSample } from './deliveries/send-refused.js'
export { countOrphanFiles, listMissingFiles } from './files/check.js'
export {
  getFile,
  getFileInfo,
  getFilePreview,
  getFileThumbnail,
  getPublicFileLink,
  listFilesOfPost,
} from './files/files.js'
export { uploadFiles } from './files/upload.js'
export { disableHook, enableHook, searchAllHooks } from './hooks/administer.js'
export { createHook } from './hooks/create.js'
export { getHook, listHooks } from './hooks/hooks.js'
export { acceptHook, declineHook, listHookOffers, transferHook, withdrawHookOffer } from './hooks/offers.js'
export { listRefusedCalls } from './hooks/refused-calls.js'
export { searchHooks } from './hooks/search.js'
export { setHookSignature } from './hooks/signature.js'
export { deleteHook, rotateHookKey } from './hooks/stop.js'
export { getHookTemplate, saveHookTemplate } from './hooks/template.js'
export { tryHookTemplate } from './hooks/try-template.js'
export { updateHook } from './hooks/update.js'
export { exportEverything } from './imports/export.js'
export { checkImportFiles, exportFile, importFile } from './imports/files.js'
export { checkImport, importObjects, startImport } from './imports/objects.js'
export { importPosts } from './imports/posts.js'
export { getFigures } from './pipeline/figures.js'
export { getHealth } from './pipeline/health.js'
export { listLimitedCallers } from './pipeline/limited-callers.js'
export { listProcesses } from './pipeline/processes.js'
export { createPost } from './posts/create.js'
export { deletePost } from './posts/delete.js'
export { listFlaggedPosts } from './posts/flagged.js'
export { getPermalink, getPost, getPostById } from './posts/get.js'
export { listPosts, listPostsAfter, listPostsBefore, listPostsSince } from './posts/list.js'
export { searchPosts } from './posts/search.js'
export { updatePost } from './posts/update.js'
export { listPostVersions } from './posts/versions.js'
export {
  eraseDelivery,
  eraseHookHistory,
  exportHookHistory,
  getHookErasure,
} from './privacy/hooks.js'
export { eraseUser, exportUserData, getErasure } from './privacy/users.js'
export { listSessions } from './sessions/list.js'
export { login } from './sessions/login.js'
export { logout } from './sessions/logout.js'
export { revokeSession } from './sessions/revoke.js'
export { getConfig, saveConfig } from './system/config.js'
export { getClientLicense, getClientProps, ping } from './system/general.js'
export {
  getChannelRetention,
  getServerRetention,
  getTeamRetention,
  setChannelRetention,
  setTeamRetention,
} from './system/retention.js'
export { listSettings } from './system/settings.js'
export { searchTeams, updateTeam } from './teams/administer.js'
export { createTeam } from './teams/create.js'
export { addTeamMember, removeTeamMember, updateTeamMemberRoles } from './teams/members.js'
export {
  getTeamMember,
  listTeamMembers,
  listTeamMembersById,
  listTeamUsers,
  listUnreadTeams,
} from './teams/read-members.js'
export {
  getTeam,
  getTeamByName,
  getTeamStats,
  listMyTeamMemberships,
  listOpenTeams,
  listTeams,
  teamNameExists,
} from './teams/teams.js'
export { getAccount, searchAccounts } from './users/accounts.js'
export { updateUserActive, updateUserRoles } from './users/active-and-roles.js'
export { listUserAudits } from './users/audits.js'
export { createUser } from './users/create.js'
export {
  autocompleteChannelUsers,
  autocompleteTeamUsers,
  autocompleteUsers,
  searchUsers,
} from './users/find.js'
export { importUsers } from './users/import/import.js'
export { getInitialLoad } from './users/initial-load.js'
export { getMailDigest, setMailDigest } from './users/mail.js'
export { changePassword } from './users/password.js'
export { getUserImage, resetUserImage, setUserImage } from './users/picture/picture.js'
export {
  deletePreferences,
  getPreference,
  listPreferences,
  listPreferencesOfCategory,
  savePreferences,
} from './users/preferences.js'
export { provisionUser } from './users/provision.js'
export { getPush, subscribeToPush, unsubscribeFromPush } from './users/push.js'
export { resetPassword } from './users/reset-password.js'
export { listStatuses, listStatusesById } from './users/statuses.js'
export { updateNotifyProps, updateUser } from './users/update.js'
export { getMe, getUser, getUserByEmail, getUserByUsername, listUsers, listUsersById } from './users/users.js'
