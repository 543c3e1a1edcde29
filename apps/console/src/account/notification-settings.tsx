import { mailIntervals } from '@posthorn/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askForPermission, hasNotifications, useShowsAlerts } from '../alerts/desktop-switch.js'
import { api } from '../data/client/api.js'
import { type Attention, saveAttention, useAttention } from '../data/preferences.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { PushToggle } from '../push/push-toggle.js'
import { FormError } from '../server/states.js'
import { Field, Select } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'
import { PartForm } from './part-form.js'
import { useChange } from './use-change.js'

/** The words that mention the user. */
export function NotificationsPart() {
  const me = useMe()
  const stored = me.notify_props ?? {}
  const [words, setWords] = useState(stored.mention_keys ?? '')
  const [firstName, setFirstName] = useState(stored.first_name === 'true')
  const [channel, setChannel] = useState(stored.channel !== 'false')
  const { mutate, isPending, error } = useChange(() =>
    api.updateNotifyProps({
      body: {
        user_id: me.id,
        mention_keys: words,
        first_name: String(firstName),
        channel: String(channel),
      },
    }),
  )
  return (
    <Part title="Mentions" about="Words that count as a mention of you and raise a badge.">
      <PartForm action="Save mentions" onSubmit={mutate} busy={isPending} error={error}>
        <Field
          label="Words"
          hint={`Separate words with commas. Case does not matter. @${me.username} always counts.`}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <Toggle
          label="My first name"
          hint={
            me.first_name
              ? `“${me.first_name}”, with exactly this spelling.`
              : 'Your profile has no first name yet.'
          }
          checked={firstName}
          onChange={setFirstName}
        />
        <Toggle
          label="@channel and @all"
          hint="In channels of up to 1,000 members."
          checked={channel}
          onChange={setChannel}
        />
      </PartForm>
    </Part>
  )
}

type Choice = { kind: Attention; isOn: boolean }

/** Stores a choice. Desktop notifications need the browser's permission as well. */
function useChoose() {
  const client = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationFn: async ({ kind, isOn }: Choice) => {
      if (kind === 'desktop' && isOn && !(await askForPermission())) return 'blocked'
      await saveAttention(client, me.id, kind, isOn)
      return 'saved'
    },
  })
}

/** How Posthorn draws the user's attention. */
export function AttentionPart() {
  const stored = useAttention()
  const showsAlerts = useShowsAlerts()
  const { mutate, data, error } = useChoose()
  const toggle = (kind: Attention) => ({
    disabled: stored === undefined,
    onChange: (isOn: boolean) => mutate({ kind, isOn }),
  })
  return (
    <Part title="Notifications" about="How Posthorn notifies you of unread posts and mentions.">
      <Toggle
        label="In the tab’s title"
        checked={stored?.title ?? false}
        {...toggle('title')}
        hint="A number for mentions, a dot for other posts."
      />
      <Toggle
        label="On the tab’s icon"
        checked={stored?.icon ?? false}
        {...toggle('icon')}
        hint="A red dot for mentions, a yellow one for other posts."
      />
      <Toggle
        label="Desktop notifications"
        checked={showsAlerts}
        {...toggle('desktop')}
        disabled={stored === undefined || !hasNotifications}
        hint={
          hasNotifications
            ? 'For mentions and direct messages, while Posthorn is open. Each browser asks for your permission once. A channel’s menu can change what it notifies you about.'
            : 'Browsers show notifications only for sites that use https.'
        }
      />
      {data === 'blocked' && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          Your browser blocks notifications from this site. Allow them in the browser’s site settings, then
          try again.
        </p>
      )}
      {error && <FormError error={error} />}
      <PushToggle />
      <MailChoice />
    </Part>
  )
}

type Interval = (typeof mailIntervals)[number]

const words: Record<Interval, string> = {
  0: 'Never',
  15: 'After 15 minutes',
  60: 'At most once an hour',
  1440: 'At most once a day',
}

/** What the e-mails are, or why there are none. */
const hints = {
  '': 'Unread mentions, sent after you have been away for 15 minutes.',
  no_server: 'This server sends no e-mails. An administrator can set up a mail server.',
  own_address: 'E-mails go only to addresses that an administrator has set. Ask one to set yours.',
}

const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal }) => api.getMailDigest({ signal }),
})

/** How often the user gets e-mails about mentions. */
function MailChoice() {
  const client = useQueryClient()
  const { data, error: unread } = useQuery(mailQuery)
  const { mutate, variables, isPending, ...change } = useMutation({
    mutationFn: (every_minutes: Interval) => api.setMailDigest({ body: { every_minutes } }),
    onSettled: () => client.invalidateQueries({ queryKey: mailQuery.queryKey }),
  })
  const error = unread ?? change.error
  const isOff = data?.is_available === false && data.every_minutes === 0 // what was chosen before can be turned off
  return (
    <>
      <Select
        label="E-mails about mentions"
        hint={hints[data?.reason ?? '']}
        disabled={!data || isOff}
        value={(isPending ? variables : data?.every_minutes) ?? 0}
        onChange={event => {
          const chosen = mailIntervals.find(one => one === Number(event.target.value))
          if (chosen !== undefined) mutate(chosen)
        }}
      >
        {mailIntervals.map(one => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </Select>
      {error && <FormError error={error} />}
    </>
  )
}
