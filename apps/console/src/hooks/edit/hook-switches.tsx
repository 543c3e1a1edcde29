import { Toggle } from '../../ui/forms/toggle.js'
import type { HookFormValues } from './hook-choices.js'

/** The switches of a hook. */
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
