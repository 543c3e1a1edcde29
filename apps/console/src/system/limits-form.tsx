import type { SettingObject } from '@posthorn/contract'
import { Field } from '../ui/forms/field.js'
import { RateField } from './rate-field.js'
import { SettingOrigin } from './setting-origin.js'
import { SettingsForm } from './settings-form.js'
import { useSettingsForm } from './use-settings-form.js'

const rates = [
  {
    name: 'HookRate',
    label: 'Limit calls per webhook',
    about: 'Each webhook has its own limit. A call over 16 KiB or four posts counts as several.',
    otherwise: '6000/60',
  },
  {
    name: 'ApiRate',
    label: 'Limit calls per user',
    about:
      'All sessions of a user count together, as do callers without a session from one address. System administrators can always use this page, so a limit that is too low can be changed back.',
    otherwise: '600/60',
  },
]

/** Rate limits, and the limit on wrong passwords. */
export function LimitsForm({ settings }: { settings: SettingObject[] }) {
  const form = useSettingsForm(settings)
  const named = (name: string) => settings.find(setting => setting.name === name)
  const attempts = named('MaximumLoginAttempts')
  return (
    <SettingsForm form={form}>
      {rates.map(({ name, ...words }) => {
        const setting = named(name)
        const change = (rate: string) => form.change(name, rate)
        return (
          setting && (
            <RateField
              key={name}
              {...words}
              setting={setting}
              rate={String(form.value(name))}
              onChange={change}
            />
          )
        )
      })}
      {attempts && (
        <div className="flex flex-col gap-1">
          <Field
            label="Failed logins"
            hint={attempts.about}
            type="number"
            required
            min={1}
            max={1000}
            value={String(form.value(attempts.name))}
            onChange={({ target }) => form.change(attempts.name, Number(target.value))}
            className="max-w-md"
          />
          <SettingOrigin setting={attempts} />
        </div>
      )}
    </SettingsForm>
  )
}
