import type { HookObject } from '@posthorn/contract'
import { useState } from 'react'
import { Button } from '../ui/button.js'
import { Field, TextArea } from '../ui/field.js'
import { FormError } from '../ui/form-error.js'
import { Toggle } from '../ui/toggle.js'
import { ChannelChoice } from './channel-choice.js'

/** What is chosen of a hook. */
export type HookChoices = Required<
  Pick<HookObject, 'display_name' | 'description' | 'channel_id' | 'channel_locked' | 'confirm'>
>

export function choicesOf(hook: HookObject): HookChoices {
  const { display_name, description, channel_id, channel_locked, confirm } = hook
  return { display_name, description, channel_id, channel_locked, confirm }
}

type HookFormProps = {
  initial: HookChoices
  action: string
  busy: boolean
  error: unknown
  onSubmit: (choices: HookChoices) => void
}

/** What a hook is called, where it posts to, and how. */
export function HookForm({ initial, action, busy, error, onSubmit }: HookFormProps) {
  const [choices, setChoices] = useState(initial)
  const change = (changed: Partial<HookChoices>) => setChoices({ ...choices, ...changed })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSubmit(choices)
      }}
      className="flex max-w-xl flex-col gap-5"
    >
      <Field
        label="Title"
        hint="What it is called in lists: who sends, and what."
        maxLength={64}
        value={choices.display_name}
        onChange={event => change({ display_name: event.target.value })}
      />
      <TextArea
        label="Description"
        hint="For whoever looks at it in a year: where the sender runs, and who looks after it."
        maxLength={128}
        rows={2}
        value={choices.description}
        onChange={event => change({ description: event.target.value })}
      />
      <ChannelChoice value={choices.channel_id} onChange={channel_id => change({ channel_id })} />
      <Switches choices={choices} onChange={change} />
      {error !== null && <FormError error={error} />}
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={choices.channel_id === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function Switches({
  choices,
  onChange,
}: {
  choices: HookChoices
  onChange: (c: Partial<HookChoices>) => void
}) {
  return (
    <>
      <Toggle
        label="Lock to this channel"
        hint="A payload that names another channel is refused. Without the lock, senders choose any channel that you may post to."
        checked={choices.channel_locked}
        onChange={channel_locked => onChange({ channel_locked })}
      />
      <Toggle
        label="Answer when it is posted"
        hint="Senders are answered once the message is in the channel, or with the reason why it is not, instead of when it is safely kept. That takes up to 3 seconds."
        checked={choices.confirm}
        onChange={confirm => onChange({ confirm })}
      />
    </>
  )
}
