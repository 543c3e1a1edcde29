import type { ChannelObject, UserObject } from '@posthorn/contract'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { PersonRow } from './person-row.js'
import { useChannelChange } from './use-channel-change.js'

type AddProps = { channel: ChannelObject; title: string; user: UserObject }

/** A user who can be added to a channel. */
export function AddToChannel({ channel, title, user }: AddProps) {
  const team = useTeam()
  const { mutate, isPending, error } = useChannelChange(
    () =>
      api.addChannelMember({
        params: { team: team.id, channel: channel.id },
        body: { user_id: user.id },
      }),
    { done: `Added ${user.username} to ${title}` },
  )
  return (
    <PersonRow user={user}>
      {error && <FormError error={error} />}
      <Button aria-label={`Add ${user.username}`} busy={isPending} onClick={() => mutate()}>
        Add
      </Button>
    </PersonRow>
  )
}
