import { useState } from 'react'
import type { HookFormValues } from './hook-choices.js'

/** The edits of a hook form. What is not edited follows `initial`, which others may change. */
export function useHookForm(initial: HookFormValues) {
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
