import type { SettingObject } from '@posthorn/contract'
import { Toggle } from '../ui/forms/toggle.js'
import { SettingOrigin } from './setting-origin.js'
import { SettingsForm } from './settings-form.js'
import type { SwitchWords } from './switch-words.js'
import { useSettingsForm } from './use-settings-form.js'

type SwitchesFormProps = { settings: SettingObject[]; switches: SwitchWords[] }

/** Switches with their meaning and source. */
export function SwitchesForm({ settings, switches }: SwitchesFormProps) {
  const form = useSettingsForm(settings)
  return (
    <SettingsForm form={form}>
      {switches.map(({ name, label, on, off }) => {
        const checked = form.value(name) === true
        const setting = settings.find(one => one.name === name)
        return (
          <div key={name} className="flex flex-col gap-1">
            <Toggle
              label={label}
              hint={checked ? on : off}
              checked={checked}
              onChange={value => form.change(name, value)}
            />
            {setting && <SettingOrigin setting={setting} className="pl-10" />}
          </div>
        )
      })}
    </SettingsForm>
  )
}
