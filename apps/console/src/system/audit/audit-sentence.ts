import type { AuditEntryObject } from '@posthorn/contract'
import { actionWords } from './audit-words.js'

type Entry = Pick<AuditEntryObject, 'action' | 'target' | 'after'>

/** The words between the user and the object, and those after the object. */
export type EntryWords = readonly [does: string, then?: string]

/** Calls whose sentence depends on what they changed. */
const byChange: Record<string, (after: Record<string, unknown>) => EntryWords> = {
  updateUserActive: ({ active }) => [active === false ? 'deactivated' : 'reactivated'],
  authorizeApp: ({ decision }) => [decision === 'deny' ? 'denied access to' : 'authorized'],
}

const sentences: Record<string, EntryWords> = {
  login: ['logged in'],
  logout: ['logged out'],
  revokeSession: ['ended a session'],
  addTeamMember: ['added', 'to the team'],
  removeTeamMember: ['removed', 'from the team'],
  updateTeamMemberRoles: ['changed the team roles of'],
  updateTeam: ['changed the team'],
  createTeam: ['created the team'],
  createUser: ['created the account'],
  provisionUser: ['created the account'],
  importUsers: ['imported accounts'],
  exportEverything: ['exported teams and posts as'],
  startImport: ['started an import as'],
  importObjects: ['imported teams, users, channels, members or webhooks as'],
  updateUser: ['changed the profile of'],
  updateNotifyProps: ['changed the notifications of'],
  updateUserRoles: ['changed the system roles of'],
  changePassword: ['changed the password of'],
  resetPassword: ['reset the password of'],
  exportUserData: ['exported the data of'],
  eraseUser: ['erased the user'],
  exportHookHistory: ['exported the history of the webhook'],
  eraseHookHistory: ['erased the history of the webhook'],
  eraseDelivery: ['erased a request of the webhook'],
  setUserImage: ['set the picture of'],
  resetUserImage: ['reset the picture of'],
  transferHook: ['offered the webhook', 'to another user'],
  acceptHook: ['accepted the webhook'],
  declineHook: ['declined the webhook'],
  withdrawHookOffer: ['withdrew the offer of the webhook'],
  rotateHookKey: ['regenerated the URL of the webhook'],
  deleteHook: ['deleted the webhook'],
  createHook: ['created the webhook'],
  updateHook: ['changed the webhook'],
  saveHookTemplate: ['changed the template of the webhook'],
  setHookSignature: ['changed the signature check of the webhook'],
  disableHook: ['disabled the webhook'],
  enableHook: ['enabled the webhook'],
  sendPayload: ['sent a payload to the webhook'],
  sendRefusedSample: ['sent a refused call again to the webhook'],
  replayDelivery: ['replayed a delivery of the webhook'],
  replayDeliveries: ['replayed deliveries of the webhook'],
  createChannel: ['created the channel'],
  archiveChannel: ['archived the channel'],
  restoreChannel: ['restored the channel'],
  updateChannel: ['changed the channel'],
  updateChannelHeader: ['changed the header of the channel'],
  updateChannelPurpose: ['changed the purpose of the channel'],
  setChannelRetention: ['changed how long posts are kept in the channel'],
  setTeamRetention: ['changed how long posts are kept in the team'],
  addChannelMember: ['added a member to the channel'],
  removeChannelMember: ['removed a member from the channel'],
  joinChannel: ['joined the channel'],
  leaveChannel: ['left the channel'],
  allowApp: ['authorized'],
  deauthorizeApp: ['revoked the authorization of'],
  deleteApp: ['deleted the application'],
  createApp: ['registered the application'],
  updateApp: ['changed the application'],
  takeOverApp: ['became the owner of the application'],
  regenerateAppSecret: ['regenerated the secret of the application'],
  giveToken: ['issued a token to the application'],
  revokeToken: ['revoked a token of the application'],
  subscribeToPush: ['turned on push notifications for'],
  unsubscribeFromPush: ['turned off push notifications for'],
  setMailDigest: ['changed the e-mails about mentions to'],
  saveConfig: ['changed settings:'],
}

/** Describes an entry, to follow its user's name. Actions of newer servers are named. */
export function auditSentence({ action, after }: Entry): EntryWords {
  return (
    byChange[action]?.(after ?? {}) ?? sentences[action] ?? [`made the change “${actionWords(action)}” to`]
  )
}

/** Completes the words before an object that is the user. */
export function aboutOneself(does: string): string {
  return / (of|for|to)$/.test(does) ? `${does} their own account` : does
}
