export { claimDueNotices, type DueNotice, removeOldNotices } from './due-notices.js'
export {
  allowMail,
  claimMail,
  mailAddressOf,
  mailMinutesOf,
  postponeMail,
  returnMail,
  saveMailMinutes,
} from './mail-digests.js'
export {
  deletePushSubscription,
  notePushResult,
  type PushSubscription,
  pushEndpointOf,
  pushSubscriptionsOf,
  type StoredSubscription,
  savePushSubscription,
} from './push-subscriptions.js'
export { resealServerKey, serverKey } from './server-keys.js'
export { findWantedNotices, type WantedNotice } from './wanted-notices.js'
