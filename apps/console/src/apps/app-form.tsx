import { useState } from 'react'
import { useIsSystemAdmin } from '../data/session.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Toggle } from '../ui/forms/toggle.js'
import { AppFields, type Choosing } from './app-fields.js'
import type { AppFormValues } from './app-values.js'

type AppFormProps = {
  initial: AppFormValues
  isNew?: boolean
  action: string
  /** The mutation that saves the form. */
  saving: { mutate: (choices: AppFormValues) => void; isPending: boolean; error: unknown }
}

/** Edits an application. Whether it can keep a secret is chosen only once. */
export function AppForm({ initial, isNew = false, action, saving }: AppFormProps) {
  const [choices, setChoices] = useState(initial)
  const choosing = {
    choices,
    onChange: (changed: Partial<AppFormValues>) => setChoices({ ...choices, ...changed }),
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        saving.mutate(choices)
      }}
      className="flex max-w-xl flex-col gap-5"
    >
      <AppFields {...choosing} />
      {isNew && <PublicToggle {...choosing} />}
      <TrustedToggle {...choosing} />
      {saving.error ? <FormError error={saving.error} /> : null}
      <div>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function PublicToggle({ choices, onChange }: Choosing) {
  return (
    <Toggle
      label="Public client"
      hint="For pages, phone apps and command lines, which can’t keep a secret. It gets no secret and no bot, and must use PKCE."
      checked={choices.is_public}
      onChange={is_public => onChange({ is_public })}
    />
  )
}

/** Only system administrators can change this. */
function TrustedToggle({ choices, onChange }: Choosing) {
  if (!useIsSystemAdmin()) return null
  return (
    <Toggle
      label="Trusted"
      hint="It acts for people without asking them."
      checked={choices.is_trusted}
      onChange={is_trusted => onChange({ is_trusted })}
    />
  )
}
