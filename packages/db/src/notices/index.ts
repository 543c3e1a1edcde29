export { claimDueNotices, type DueNotice, type NoticeKind, removeOldNotices } from './due-notices.js'
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
  maxPushSubscriptions,
  notePushResult,
  type PushSubscription,
  pushEndpointOf,
  pushSubscriptionsOf,
  type StoredSubscription,
  savePushSubscription,
} from './push-subscriptions.js'
export { resealServerKey, type ServerKey, serverKey } from './server-keys.js'
export { findWantedNotices, type WantedNotice } from './wanted-notices.js'
