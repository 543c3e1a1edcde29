import {
  type ChannelObject,
  type HookObject,
  hookFormats,
  maxHookDescriptionBytes,
  maxHookDisplayNameBytes,
} from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsFoundQuery } from '../../data/channels.js'
import { useTeam } from '../../data/teams.js'
import { countOf, formatDuration } from '../../format/amount.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Combobox } from '../../ui/forms/combobox.js'
import { Field, isTooLong, Select, TextArea } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { UnsavedChanges } from '../../ui/forms/unsaved-changes.js'
import { Icon } from '../../ui/icon.js'
import { usePaused } from '../../ui/use-paused.js'
import { nameOf, useTargetChannel } from '../target-channel.js'

type HookFormProps = {
  initial: HookFormValues
  action: string
  busy: boolean
  error: unknown
  onSubmit: (choices: HookFormValues, saved: () => void) => void
}

/** Edits a hook. Asks before unsaved edits are lost. */
export function HookForm({ initial, action, busy, error, onSubmit }: HookFormProps) {
  const { choices, change, isChanged, saved } = useHookForm(initial)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSubmit(choices, saved)
      }}
      className="flex max-w-xl flex-col gap-5"
    >
      <Field
        label="Title"
        hint="Shown in lists and, unless a payload names another sender, with each post. For example, “Grafana alerts”."
        maxBytes={maxHookDisplayNameBytes}
        value={choices.display_name}
        onChange={event => change({ display_name: event.target.value })}
      />
      <TextArea
        label="Description"
        hint="Where the sender runs, and who maintains it."
        maxBytes={maxHookDescriptionBytes}
        rows={2}
        value={choices.description}
        onChange={event => change({ description: event.target.value })}
      />
      <ChannelChoice value={choices.channel_id} onChange={channel_id => change({ channel_id })} />
      <Select
        label="Sender"
        hint="Choose a program only if you can’t add its name to the end of the URL. Its own JSON is then understood."
        value={choices.format}
        onChange={event => change({ format: event.target.value })}
      >
        <option value="">Recognize senders</option>
        {hookFormats.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      <HookSwitches choices={choices} onChange={change} />
      {error !== null && <FormError error={error} />}
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={!isComplete(choices)}>
          {action}
        </Button>
      </div>
      <UnsavedChanges there={isChanged} />
    </form>
  )
}

function isComplete({ channel_id, display_name, description }: HookFormValues): boolean {
  if (isTooLong(display_name, maxHookDisplayNameBytes)) return false
  return channel_id !== '' && !isTooLong(description, maxHookDescriptionBytes)
}

type ChannelChoiceProps = { value: string; onChange: (id: string) => void }

/** Chooses among live public channels and the user's private ones, which the server finds while the user types. */
function ChannelChoice({ value, onChange }: ChannelChoiceProps) {
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

/** What a hook does with repeats, and its switches. */
function HookSwitches({
  choices,
  onChange,
}: {
  choices: HookFormValues
  onChange: (c: Partial<HookFormValues>) => void
}) {
  return (
    <>
      <CollapseChoice value={choices.collapse} onChange={collapse => onChange({ collapse })} />
      <Toggle
        label="Lock to this channel"
        hint="Payloads that name another channel are rejected. Without the lock, senders can use any channel that you can post to."
        checked={choices.channel_locked}
        onChange={channel_locked => onChange({ channel_locked })}
      />
      <Toggle
        label="Respond after posting"
        hint="Senders wait up to 3 seconds for the result: ok, or the reason why the message can’t be posted. Otherwise they get ok as soon as the message is stored."
        checked={choices.confirm}
        onChange={confirm => onChange({ confirm })}
      />
    </>
  )
}

const minuteSeconds = 60
const hourSeconds = 3600
const usual = [1, 5, 15, 60, 360, 1440].map(minutes => minutes * minuteSeconds)

type CollapseChoiceProps = {
  value: HookObject['collapse']
  onChange: (value: HookObject['collapse']) => void
}

/** For how long repeats are counted in one post. Another value that the API set stays among the choices. */
function CollapseChoice({ value: { window_seconds: seconds }, onChange }: CollapseChoiceProps) {
  const offered =
    seconds === 0 ? usual : [...new Set([...usual, seconds])].toSorted((one, other) => one - other)
  return (
    <Select
      label="Repeated messages"
      hint="Within this time, the first post counts its repeats: “× 48, last at 14:02”. All deliveries stay in the history."
      value={seconds}
      onChange={event => onChange({ window_seconds: Number(event.target.value) })}
    >
      <option value={0}>Post each one</option>
      {offered.map(each => (
        <option key={each} value={each}>
          Count for {words(each)}
        </option>
      ))}
    </Select>
  )
}

function words(seconds: number): string {
  if (seconds % hourSeconds === 0) return countOf(seconds / hourSeconds, 'hour')
  return seconds % minuteSeconds === 0
    ? countOf(seconds / minuteSeconds, 'minute')
    : formatDuration(seconds * 1000)
}

/** The edits of a hook form. What is not edited follows `initial`, which others may change. */
function useHookForm(initial: HookFormValues) {
  const [edits, setEdits] = useState<Partial<HookFormValues>>({})
  const choices = { ...initial, ...edits }
  return {
    choices,
    change: (changed: Partial<HookFormValues>) => setEdits(before => ({ ...before, ...changed })),
    isChanged: JSON.stringify(choices) !== JSON.stringify(initial),
    /** Forgets what was saved, but not what was edited since. */
    saved: () =>
      setEdits(now =>
        Object.fromEntries(
          Object.entries(now).filter(([name, value]) => value !== choices[name as keyof HookFormValues]),
        ),
      ),
  }
}

/** The editable values of a hook. */
export type HookFormValues = Required<
  Pick<
    HookObject,
    'display_name' | 'description' | 'channel_id' | 'channel_locked' | 'confirm' | 'format' | 'collapse'
  >
>

/** Returns the editable values of a hook. */
export function formValuesOf(hook: HookObject): HookFormValues {
  const { display_name, description, channel_id, channel_locked, confirm, format, collapse } = hook
  return { display_name, description, channel_id, channel_locked, confirm, format, collapse }
}
