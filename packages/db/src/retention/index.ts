export {
  beginRound,
  correctUnread,
  deleteExpired,
  endRound,
  expiringChannels,
  retentionLag,
  retentionProgress,
} from './delete-expired.js'
export {
  channelPostDays,
  countExpired,
  maxCountedExpired,
  type PostDays,
  type RetentionScope,
  setPostDays,
  teamPostDays,
} from './post-days.js'
