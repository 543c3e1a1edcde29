import type { ReactNode } from 'react'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { UnsavedChanges } from '../ui/forms/unsaved-changes.js'
import type { useSettingsForm } from './use-settings-form.js'

type SettingsFormProps = { form: ReturnType<typeof useSettingsForm>; children: ReactNode }

/** A form for settings. Asks before unsaved changes are lost. */
export function SettingsForm({ form, children }: SettingsFormProps) {
  const { error, isChanged, isPending, discard, save } = form
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      className="flex max-w-2xl flex-col gap-6 p-4"
    >
      {children}
      {error !== null && <FormError error={error} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" busy={isPending} disabled={!isChanged}>
          Save changes
        </Button>
        {isChanged && <Button onClick={discard}>Discard</Button>}
      </div>
      <UnsavedChanges there={isChanged} />
    </form>
  )
}
