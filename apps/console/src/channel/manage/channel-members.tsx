import type { UserObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { channelUsersQuery } from '../../data/channel-users.js'
import { useTeam } from '../../data/current-team.js'
import { ErrorState, Loading } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { Modal } from '../../ui/modal.js'
import { MoreButton } from '../../ui/more-button.js'
import { ListRows } from '../../ui/rows/list-rows.js'
import { AddToChannel } from './add-to-channel.js'
import { ChannelMember } from './channel-member.js'
import type { ChannelDialogProps } from './channel-task.js'
import { personRowPx } from './person-row.js'

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
