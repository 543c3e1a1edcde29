import type { ChannelObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { channelsFoundQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { ErrorState, FormError, Loading } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { MoreButton } from '../ui/more-button.js'
import { ListRows } from '../ui/rows/list-rows.js'
import { Time } from '../ui/time.js'
import { useChannelChange } from './manage/use-channel-change.js'

/** A row's height in pixels. */
const rowPx = 49

/** Archived channels that the user can restore. */
export function ArchivedChannels({ find }: { find: string }) {
  const team = useTeam()
  const wanted = { team: team.id, which: 'archived', search: find } as const
  const { data, error, refetch, ...more } = useInfiniteQuery(channelsFoundQuery(wanted))
  const channels = useMemo(() => data?.pages.flatMap(({ channels }) => channels), [data])
  if (!channels)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the archived channels" />
  if (channels.length === 0) return null
  return (
    <section aria-label="Archived channels">
      <h2 className="border-t border-line px-4 pt-6 pb-2 font-medium">Archived</h2>
      <ListRows items={channels} keyOf={keyOf} rowPx={rowPx} total={data?.pages[0]?.total}>
        {channel => <Archived channel={channel} />}
      </ListRows>
      <MoreButton {...more}>Show more</MoreButton>
    </section>
  )
}

const keyOf = ({ id }: ChannelObject) => id

function Archived({ channel }: { channel: ChannelObject }) {
  const title = channel.display_name || channel.name
  const team = useTeam()
  const { mutate, isPending, error } = useChannelChange(
    () => api.restoreChannel({ params: { team: team.id, channel: channel.id } }),
    { done: `Restored ${title} with its webhooks` },
  )
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-2">
      <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-4 text-quiet" />
      <span title={title} dir="auto" className="min-w-0 truncate font-medium">
        {title}
      </span>
      <span className="flex-auto text-sm whitespace-nowrap text-quiet">
        <Time at={channel.delete_at} form="ago" />
      </span>
      <Button aria-label={`Restore ${title}`} busy={isPending} onClick={() => mutate()}>
        Restore
      </Button>
      {error && <FormError error={error} />}
    </div>
  )
}
