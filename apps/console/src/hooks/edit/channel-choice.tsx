import type { ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery, joinableChannelsQuery } from '../../data/channels.js'
import { useTeam } from '../../data/current-team.js'
import { Combobox } from '../../ui/forms/combobox.js'
import { Icon } from '../../ui/icon.js'

/** Channels for a hook of this team: live public ones, and the user's private ones, by name. */
export function useTargetChannels(): ChannelObject[] | undefined {
  const team = useTeam()
  const { data: own } = useQuery(channelsQuery(team.id))
  const { data: others } = useQuery(joinableChannelsQuery(team.id))
  if (!own || !others) return undefined
  return [...own, ...others]
    .filter(({ type, delete_at }) => type !== 'D' && delete_at === 0)
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

export function nameOf({ display_name, name }: ChannelObject): string {
  return display_name || name
}

type ChannelChoiceProps = { value: string; onChange: (id: string) => void }

export function ChannelChoice({ value, onChange }: ChannelChoiceProps) {
  const channels = useTargetChannels()
  const items = (channels ?? []).map(channel => ({
    value: channel.id,
    label: nameOf(channel),
    isPrivate: channel.type === 'P',
  }))
  const isGone = channels !== undefined && value !== '' && !items.some(item => item.value === value)
  return (
    <Combobox
      label="Channel"
      hint="The default channel. A payload can name another one. Public channels, and private ones that you belong to."
      error={isGone ? 'The channel is archived, or you are not a member. Choose another.' : undefined}
      items={items}
      value={value}
      onChange={onChange}
      placeholder="Find a channel"
      empty="No channel that you can use matches."
    >
      {({ label, isPrivate }) => (
        <>
          <Icon name={isPrivate ? 'lock' : 'hash'} className="size-4 text-quiet" />
          <span dir="auto" className="truncate">
            {label}
          </span>
          {isPrivate && <span className="sr-only"> (private)</span>}
        </>
      )}
    </Combobox>
  )
}
