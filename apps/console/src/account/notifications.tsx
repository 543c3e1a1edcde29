import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { Field } from '../ui/forms/field.js'
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
