import type { Config } from '@posthorn/contract'
import { useState } from 'react'
import { inGroups, type SettingValues, valuesOf } from '../data/settings.js'
import { Button } from '../ui/button.js'
import { FormError } from '../ui/form-error.js'
import { Toggle } from '../ui/toggle.js'
import { UnsavedChanges } from '../ui/unsaved-changes.js'
import type { SwitchWords } from './switch-words.js'
import { useSaveSettings } from './use-save-settings.js'

type SwitchesFormProps = { config: Config; switches: SwitchWords[] }

/** Settings that are on or off, each with what it means as it stands. What was not touched is not saved. */
export function SwitchesForm({ config, switches }: SwitchesFormProps) {
  const saved = valuesOf(
    config,
    switches.map(({ name }) => name),
  )
  const [changes, setChanges] = useState<SettingValues>({})
  const { mutate, isPending, error } = useSaveSettings()
  const change = (name: string, value: boolean) => {
    const { [name]: _, ...others } = changes
    setChanges(saved[name] === value ? others : { ...others, [name]: value })
  }
  const isChanged = Object.keys(changes).length > 0
  const save = () => mutate(inGroups(config, changes), { onSuccess: () => setChanges({}) })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      className="flex max-w-2xl flex-col gap-6 p-4"
    >
      {switches.map(({ name, label, on, off }) => {
        const checked = (changes[name] ?? saved[name]) === true
        return (
          <Toggle
            key={name}
            label={label}
            hint={checked ? on : off}
            checked={checked}
            onChange={value => change(name, value)}
          />
        )
      })}
      {error !== null && <FormError error={error} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" busy={isPending} disabled={!isChanged}>
          Save changes
        </Button>
        {isChanged && <Button onClick={() => setChanges({})}>Discard</Button>}
      </div>
      <UnsavedChanges there={isChanged} />
    </form>
  )
}
