import { hookFormats } from '@posthorn/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.js'
import { Field, Select, TextArea } from '../../ui/forms/field.js'
import { FormError } from '../../ui/forms/form-error.js'
import { ChannelChoice } from './channel-choice.js'
import type { HookFormValues } from './hook-choices.js'
import { HookSwitches } from './hook-switches.js'

type HookFormProps = {
  initial: HookFormValues
  action: string
  busy: boolean
  error: unknown
  onSubmit: (choices: HookFormValues) => void
}

/** Edits a hook. */
export function HookForm({ initial, action, busy, error, onSubmit }: HookFormProps) {
  const [choices, setChoices] = useState(initial)
  const change = (changed: Partial<HookFormValues>) => setChoices(before => ({ ...before, ...changed }))
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
        hint="Shown in lists. For example, “Grafana alerts”."
        maxLength={64}
        value={choices.display_name}
        onChange={event => change({ display_name: event.target.value })}
      />
      <TextArea
        label="Description"
        hint="Where the sender runs, and who maintains it."
        maxLength={128}
        rows={2}
        value={choices.description}
        onChange={event => change({ description: event.target.value })}
      />
      <ChannelChoice value={choices.channel_id} onChange={channel_id => change({ channel_id })} />
      <Select
        label="Sender"
        hint="Reads the JSON of this program. Choose one only if its address can’t end with its name."
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
        <Button type="submit" look="primary" busy={busy} disabled={choices.channel_id === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}
