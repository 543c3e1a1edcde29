import { Toggle } from '../../ui/forms/toggle.js'
import type { HookFormValues } from './hook-choices.js'

/** What is on or off of a hook, each with its sentence. */
export function HookSwitches({
  choices,
  onChange,
}: {
  choices: HookFormValues
  onChange: (c: Partial<HookFormValues>) => void
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
