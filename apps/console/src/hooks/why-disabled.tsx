import type { HookObject } from '@posthorn/contract'
import { Time } from '../ui/time.js'

/** Since when a hook takes nothing, and who changes that. */
export function WhyDisabled({ hook }: { hook: HookObject }) {
  return (
    <section aria-label="That it is disabled" className="rounded-lg bg-warn-soft px-4 py-2 text-warn">
      Disabled since <Time at={hook.disabled_at} form="short" />: whatever is sent to it is refused. An
      administrator of its team enables it under Settings.
    </section>
  )
}
