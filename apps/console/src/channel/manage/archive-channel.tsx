import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import { Confirm } from '../../server/confirm.js'
import type { ChannelDialogProps } from './channel-task.js'
import { useChannelChange, useFirstChannel } from './use-channel-change.js'

export function ArchiveChannel({ channel, title, onClose }: ChannelDialogProps) {
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
