export { correctUnread, deleteExpired } from './delete-expired.js'
export { expiringChannels } from './expiring.js'
export {
  channelPostDays,
  countExpired,
  maxCountedExpired,
  type PostDays,
  type RetentionScope,
  setPostDays,
  teamPostDays,
} from './post-days.js'
export { beginRound, endRound, retentionLag, retentionProgress } from './progress.js'
export { shrinkIndex } from './shrink-index.js'
