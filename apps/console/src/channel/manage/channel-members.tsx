import type { ChannelObject, UserObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { channelUsersQuery } from '../../data/channel-users.js'
import { firstChannelName } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import { useMe } from '../../data/session.js'
import { useTeam } from '../../data/teams.js'
import { Presence } from '../../people/presence.js'
import { Confirm } from '../../server/confirm.js'
import { ErrorState, FormError, Loading } from '../../server/states.js'
import { Badge } from '../../ui/badge.js'
import { Button } from '../../ui/button.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { Modal } from '../../ui/modal.js'
import { MoreButton } from '../../ui/more-button.js'
import { ListRows } from '../../ui/rows/list-rows.js'
import { UserAvatar } from '../posts/user-avatar.js'
import type { ChannelDialogProps } from './channel-task.js'
import { useChannelChange } from './use-channel-change.js'

/** A channel's members, and people who can be added. */
export function ChannelMembers({ channel, title, onClose }: ChannelDialogProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Modal
      title={isAdding ? `Add people to ${title}` : `Members of ${title}`}
      onClose={onClose}
      actions={
        <Button {...(!isAdding && { icon: 'plus', look: 'primary' })} onClick={() => setAdding(!isAdding)}>
          {isAdding ? 'Show members' : 'Add people'}
        </Button>
      }
    >
      {isAdding ? (
        <People key="out" channel={channel.id} which="out">
          {user => <AddToChannel channel={channel} title={title} user={user} />}
        </People>
      ) : (
        <People key="in" channel={channel.id} which="in">
          {user => <ChannelMember channel={channel} title={title} user={user} />}
        </People>
      )}
    </Modal>
  )
}

const words = {
  in: { label: 'Search members', none: 'This channel has no members.', what: 'the members' },
  out: { label: 'Search people', none: 'Everybody in the team is a member.', what: 'the people' },
}

type PeopleProps = { channel: string; which: 'in' | 'out'; children: (user: UserObject) => ReactNode }

function People({ channel, which, children }: PeopleProps) {
  const team = useTeam()
  const [search, setSearch] = useState('')
  const wanted = { team: team.id, channel, which, search: search.trim() }
  const { data, error, refetch, ...more } = useInfiniteQuery(channelUsersQuery(wanted))
  const { label, none, what } = words[which]
  const users = useMemo(() => data?.pages.flat(), [data])
  return (
    <div className="flex min-h-80 flex-col gap-3">
      <SearchField label={label} value={search} onChange={setSearch} isWide isWanted={which === 'out'} />
      {!users && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what={what} />)}
      {users?.length === 0 && <p className="text-quiet">{search ? 'Nobody matches.' : none}</p>}
      {users && users.length > 0 && (
        <ListRows items={users} keyOf={keyOf} rowPx={personRowPx} total={more.hasNextPage ? -1 : undefined}>
          {children}
        </ListRows>
      )}
      <MoreButton {...more}>Show more</MoreButton>
    </div>
  )
}

const keyOf = ({ id }: UserObject) => id

type AddProps = { channel: ChannelObject; title: string; user: UserObject }

/** A user who can be added to a channel. */
function AddToChannel({ channel, title, user }: AddProps) {
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

type MemberProps = { channel: ChannelObject; title: string; user: UserObject }

/** A member, who can be removed unless the channel is everybody's. */
function ChannelMember({ channel, title, user }: MemberProps) {
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

/** The height of a row with and without a full name, on average. */
const personRowPx = 49

/** A user with a link to their direct messages. `children` is the action. */
function PersonRow({ user, children }: { user: UserObject; children: ReactNode }) {
  const team = useTeam()
  const fullName = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return (
    <div className="flex min-h-12 items-center gap-3 py-1">
      <UserAvatar user={user.id} name={user.username} />
      <div className="min-w-0 flex-auto">
        <div className="flex items-center gap-2">
          <Link
            to="/$team/messages/@{$user}"
            params={{ team: team.name, user: user.username }}
            title={user.username}
            dir="auto"
            className="truncate rounded-sm font-medium hover:underline"
          >
            {user.username}
          </Link>
          {!user.is_bot && user.delete_at === 0 && <Presence user={user.id} />}
          {user.is_bot && <Badge>BOT</Badge>}
          {user.delete_at > 0 && <Badge>Deactivated</Badge>}
        </div>
        {fullName && (
          <p title={fullName} dir="auto" className="truncate text-left text-sm text-quiet">
            {fullName}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
