import { Toggle } from '../../ui/forms/toggle.js'
import { CollapseChoice } from './collapse-choice.js'
import type { HookFormValues } from './hook-choices.js'

/** What a hook does with repeats, and its switches. */
export function HookSwitches({
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
