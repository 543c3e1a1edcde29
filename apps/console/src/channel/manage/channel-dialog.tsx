import type { ComponentType } from 'react'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/teams.js'
import { Confirm } from '../../server/confirm.js'
import { ChannelMembers } from './channel-members.js'
import { ChannelNotifications } from './channel-notifications.js'
import { ChannelRetention } from './channel-retention.js'
import type { ChannelDialogProps, ChannelTask } from './channel-task.js'
import { EditChannel } from './edit-channel.js'
import { useChannelChange, useFirstChannel } from './use-channel-change.js'

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

function ArchiveChannel({ channel, title, onClose }: ChannelDialogProps) {
  const team = useTeam()
  const toFirstChannel = useFirstChannel()
  const doing = useChannelChange(
    () => api.archiveChannel({ params: { team: team.id, channel: channel.id } }),
    {
      done: `Archived ${title}`,
      onDone: toFirstChannel,
    },
  )
  return (
    <Confirm
      title={`Archive ${title}?`}
      action="Archive channel"
      look="danger"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        It disappears for everyone, and its webhooks stop working. Its posts stay. Its creator and
        administrators can restore it with its webhooks under “Browse channels”.
      </p>
    </Confirm>
  )
}

function LeaveChannel({ channel, title, onClose }: ChannelDialogProps) {
  const team = useTeam()
  const toFirstChannel = useFirstChannel()
  const doing = useChannelChange(() => api.leaveChannel({ params: { team: team.id, channel: channel.id } }), {
    done: `Left ${title}`,
    onDone: toFirstChannel,
  })
  return (
    <Confirm
      title={`Leave ${title}?`}
      action="Leave channel"
      look="danger"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        {channel.type === 'P'
          ? 'It is private, so you can’t read it until a member adds you again. Your webhooks can’t post to it.'
          : 'You can join again at any time.'}
      </p>
    </Confirm>
  )
}
