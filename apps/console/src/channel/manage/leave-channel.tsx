import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import { Confirm } from '../../server/confirm.js'
import type { ChannelDialogProps } from './channel-task.js'
import { useChannelChange, useFirstChannel } from './use-channel-change.js'

export function LeaveChannel({ channel, title, onClose }: ChannelDialogProps) {
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
