import { archiveChannel, restoreChannel } from './archive.js'
import { createChannel } from './create.js'
import { createDirectChannel } from './create-direct.js'
import { autocompleteChannels, searchJoinableChannels } from './find.js'
import {
  getChannel,
  getChannelByName,
  getChannelMember,
  getChannelStats,
  listChannelMembersById,
} from './get.js'
import { joinChannel, joinChannelByName, leaveChannel } from './join.js'
import { countChannelPosts, listChannelMemberships, listChannels, listJoinableChannels } from './list.js'
import { addChannelMember, removeChannelMember } from './members.js'
import { updateChannelNotifyProps } from './notify-props.js'
import { updateChannel, updateChannelHeader, updateChannelPurpose } from './update.js'
import { listChannelUsers, listUsersNotInChannel } from './users.js'
import { viewChannels } from './view.js'

/** Channels and their members. */
export const channelCalls = [
  listChannels,
  countChannelPosts,
  listJoinableChannels,
  autocompleteChannels,
  searchJoinableChannels,
  getChannel,
  getChannelByName,
  getChannelStats,
  createChannel,
  createDirectChannel,
  updateChannel,
  updateChannelHeader,
  updateChannelPurpose,
  archiveChannel,
  restoreChannel,
  listChannelMemberships,
  getChannelMember,
  listChannelMembersById,
  listChannelUsers,
  listUsersNotInChannel,
  updateChannelNotifyProps,
  joinChannel,
  joinChannelByName,
  leaveChannel,
  addChannelMember,
  removeChannelMember,
  viewChannels,
]
