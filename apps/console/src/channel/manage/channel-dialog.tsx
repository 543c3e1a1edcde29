import type { ComponentType } from 'react'
import { ArchiveChannel } from './archive-channel.js'
import { ChannelMembers } from './channel-members.js'
import { ChannelNotifications } from './channel-notifications.js'
import { ChannelRetention } from './channel-retention.js'
import type { ChannelDialogProps, ChannelTask } from './channel-task.js'
import { EditChannel } from './edit-channel.js'
import { LeaveChannel } from './leave-channel.js'

const dialogs: Record<ChannelTask, ComponentType<ChannelDialogProps>> = {
  members: ChannelMembers,
  notifications: ChannelNotifications,
  edit: EditChannel,
  retention: ChannelRetention,
  leave: LeaveChannel,
  archive: ArchiveChannel,
}

/** A dialog that a channel's header opens. Loaded when it is first needed. */
export function ChannelDialog({ task, ...props }: ChannelDialogProps & { task: ChannelTask }) {
  const Dialog = dialogs[task]
  return <Dialog {...props} />
}
