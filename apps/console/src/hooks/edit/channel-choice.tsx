import type { ChannelObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsFoundQuery } from '../../data/channels.js'
import { useTeam } from '../../data/current-team.js'
import { Combobox } from '../../ui/forms/combobox.js'
import { Icon } from '../../ui/icon.js'
import { usePaused } from '../../ui/use-paused.js'
import { nameOf, useTargetChannel } from '../target-channel.js'

type ChannelChoiceProps = { value: string; onChange: (id: string) => void }

/** Chooses among live public channels and the user's private ones, which the server finds while the user types. */
export function ChannelChoice({ value, onChange }: ChannelChoiceProps) {
  const team = useTeam()
  const [typed, setTyped] = useState('')
  const search = usePaused(typed.trim())
  const wanted = { team: team.id, which: 'readable', search } as const
  const { data, isPlaceholderData } = useInfiniteQuery(channelsFoundQuery(wanted))
  const chosen = useTargetChannel(value)
  const found = data?.pages.flatMap(({ channels }) => channels) ?? []
  const items = found.map(choiceOf)
  const isGone = value !== '' && chosen === null
  return (
    <Combobox
      label="Channel"
      hint="The default channel. A payload can name another one. Public channels, and private ones that you belong to."
      error={isGone ? 'The channel is archived, or you are not a member. Choose another.' : undefined}
      items={items}
      chosen={chosen ? choiceOf(chosen) : undefined}
      onType={setTyped}
      isSearching={isPlaceholderData || search !== typed.trim()}
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

function choiceOf(channel: ChannelObject) {
  return { value: channel.id, label: nameOf(channel), isPrivate: channel.type === 'P' }
}
