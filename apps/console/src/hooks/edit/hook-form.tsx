import { hookFormats, maxHookDescriptionBytes, maxHookDisplayNameBytes } from '@posthorn/contract'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextArea } from '../../ui/forms/field.js'
import { isTooLong } from '../../ui/forms/room-left.js'
import { UnsavedChanges } from '../../ui/forms/unsaved-changes.js'
import { ChannelChoice } from './channel-choice.js'
import type { HookFormValues } from './hook-choices.js'
import { HookSwitches } from './hook-switches.js'
import { useHookForm } from './use-hook-form.js'

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
