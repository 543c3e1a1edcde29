import type { ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { archivedChannelsQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/current-team.js'
import { Button } from '../ui/button.js'
import { FormError } from '../ui/forms/form-error.js'
import { Icon } from '../ui/icon.js'
import { List } from '../ui/list.js'
import { ErrorState, Loading } from '../ui/states.js'
import { Time } from '../ui/time.js'
import { useChannelChange } from './manage/use-channel-change.js'

/** Archived channels that the user can restore. */
export function ArchivedChannels() {
  const team = useTeam()
  const { data: channels, error, refetch } = useQuery(archivedChannelsQuery(team.id))
  if (!channels)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the archived channels" />
  if (channels.length === 0) return null
  return (
    <section aria-label="Archived channels">
      <h2 className="border-t border-line px-4 pt-6 pb-2 font-medium">Archived</h2>
      <List>
        {channels.map(channel => (
          <Archived key={channel.id} channel={channel} />
        ))}
      </List>
    </section>
  )
}

function Archived({ channel }: { channel: ChannelObject }) {
  const title = channel.display_name || channel.name
  const team = useTeam()
  const { mutate, isPending, error } = useChannelChange(
    () => api.restoreChannel({ params: { team: team.id, channel: channel.id } }),
    { done: `Restored ${title} with its webhooks` },
  )
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
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
    </li>
  )
}
