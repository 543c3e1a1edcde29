import { archiveChannel, restoreChannel } from './archive.js'
import { createChannel } from './create.js'
import { createDirectChannel } from './create-direct.js'
import { getChannel, getChannelByName, getChannelMember, getChannelStats } from './get.js'
import { joinChannel, joinChannelByName, leaveChannel } from './join.js'
import { listChannelMemberships, listChannels, listJoinableChannels } from './list.js'
import { addChannelMember, removeChannelMember } from './members.js'
import { viewChannels } from './view.js'

/** Channels, and who is in them. */
export const channelCalls = [
  listChannels,
  listJoinableChannels,
  getChannel,
  getChannelByName,
  getChannelStats,
  createChannel,
  createDirectChannel,
  archiveChannel,
  restoreChannel,
  listChannelMemberships,
  getChannelMember,
  joinChannel,
  joinChannelByName,
  leaveChannel,
  addChannelMember,
  removeChannelMember,
  viewChannels,
]
