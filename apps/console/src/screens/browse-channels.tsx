import type { ChannelObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { ArchivedChannels } from '../channel/archived-channels.js'
import { NewChannel } from '../channel/new-channel.js'
import { channelsFoundQuery } from '../data/channels.js'
import { useTeam } from '../data/teams.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { ErrorState, Loading } from '../server/states.js'
import { FoundCount, SearchField } from '../ui/forms/search-field.js'
import { Icon } from '../ui/icon.js'
import { rowClasses } from '../ui/list.js'
import { MoreButton } from '../ui/more-button.js'
import { ListRows } from '../ui/rows/list-rows.js'
import { EmptyState } from '../ui/states.js'

const route = getRouteApi('/$team/channels')

/** A row's height in pixels. */
const rowPx = 37

/** Public channels that the user has not joined, and archived ones that they can restore. */
export function BrowseChannelsScreen() {
  const team = useTeam()
  const { find = '' } = route.useSearch()
  usePageTitle('Browse channels', team.display_name)
  return (
    <Screen title="Browse channels" about="Public channels that you can join" actions={<NewChannel />}>
      <Scroll>
        <Channels find={find} />
        <ArchivedChannels find={find} />
      </Scroll>
    </Screen>
  )
}

function Channels({ find }: { find: string }) {
  const team = useTeam()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const wanted = { team: team.id, which: 'joinable', search: find } as const
  const { data, error, refetch, ...more } = useInfiniteQuery(channelsFoundQuery(wanted))
  const channels = useMemo(() => data?.pages.flatMap(({ channels }) => channels), [data])
  const [first] = data?.pages ?? []
  if (!channels || !first)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the channels" />
  return (
    <>
      {(first.total > 0 || find !== '') && <Search find={find} total={first.total} />}
      {first.total === 0 && <NoChannels find={find} />}
      <div ref={list}>
        {channels.length > 0 && (
          <ListRows items={channels} keyOf={keyOf} rowPx={rowPx} total={first.total}>
            {channel => <Channel channel={channel} />}
          </ListRows>
        )}
      </div>
      <MoreButton {...more}>Show more</MoreButton>
    </>
  )
}

const keyOf = ({ id }: ChannelObject) => id

function Search({ find, total }: { find: string; total: number }) {
  const navigate = route.useNavigate()
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <SearchField
        label="Search by name"
        value={find}
        onChange={find => void navigate({ search: find ? { find } : {}, replace: true })}
      />
      <FoundCount total={total} isFiltered={find !== ''} />
    </div>
  )
}

function Channel({ channel: { name, display_name, purpose } }: { channel: ChannelObject }) {
  const team = useTeam()
  return (
    <Link
      data-row
      to="/$team/channels/$channel"
      params={{ team: team.name, channel: name }}
      className={rowClasses}
    >
      <Icon name="hash" className="size-4 text-quiet" />
      <span className="shrink-0 font-medium">{display_name || name}</span>
      <span dir="auto" className="truncate text-quiet">
        {purpose}
      </span>
    </Link>
  )
}

function NoChannels({ find }: { find: string }) {
  if (find)
    return (
      <EmptyState icon="hash" title={`No channels match “${find}”`}>
        <p>Search for part of another name. Channels that you are in are not listed.</p>
      </EmptyState>
    )
  return (
    <EmptyState icon="hash" title="You are in every public channel">
      <p>Private channels are not listed. Ask a member to add you.</p>
    </EmptyState>
  )
}
