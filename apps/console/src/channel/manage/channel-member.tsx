import type { ChannelObject, UserObject } from '@posthorn/contract'
import { useState } from 'react'
import { firstChannelName } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import { useMe } from '../../data/session.js'
import { Confirm } from '../../server/confirm.js'
import { Button } from '../../ui/button.js'
import { PersonRow } from './person-row.js'
import { useChannelChange } from './use-channel-change.js'

type MemberProps = { channel: ChannelObject; title: string; user: UserObject }

/** A member, who can be removed unless the channel is everybody's. */
export function ChannelMember({ channel, title, user }: MemberProps) {
  const me = useMe()
  const [isLeaving, setLeaving] = useState(false)
  const isMe = user.id === me.id
  return (
    <PersonRow user={user}>
      {isMe && <span className="text-sm text-quiet">You</span>}
      {!isMe && channel.name !== firstChannelName && (
        <Button look="quiet" aria-label={`Remove ${user.username}`} onClick={() => setLeaving(true)}>
          Remove
        </Button>
      )}
      {isLeaving && <Remove {...{ channel, title, user }} onClose={() => setLeaving(false)} />}
    </PersonRow>
  )
}

function Remove({ channel, title, user, onClose }: MemberProps & { onClose: () => void }) {
  const team = useTeam()
  const doing = useChannelChange(
    () =>
      api.removeChannelMember({
        params: { team: team.id, channel: channel.id },
        body: { user_id: user.id },
      }),
    { done: `Removed ${user.username} from ${title}`, onDone: onClose },
  )
  return (
    <Confirm
      title={`Remove ${user.username} from ${title}?`}
      action="Remove"
      look="danger"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        {channel.type === 'P'
          ? 'They can’t read it until a member adds them again. Their webhooks can’t post to it.'
          : 'They can join again at any time.'}
      </p>
    </Confirm>
  )
}
