import type { SettingObject } from '@posthorn/contract'
import { Field } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { SettingOrigin } from '../setting-origin.js'
import { SettingsForm } from '../settings-form.js'
import type { SwitchWords } from '../switch-words.js'
import { useSettingsForm } from '../use-settings-form.js'
import type { NumberWords, SettingPart } from './setting-parts.js'
import { SettingSection } from './setting-section.js'

type PartsFormProps = { settings: SettingObject[]; parts: SettingPart[] }

/** Switches and numbers under headings, saved together. */
export function PartsForm({ settings, parts }: PartsFormProps) {
  const form = useSettingsForm(settings)
  const named = (name: string) => settings.find(setting => setting.name === name)
  return (
    <SettingsForm form={form}>
      {parts.map(({ title, about, switches = [], numbers }) => (
        <SettingSection key={title} title={title} about={about} className="border-b pb-6">
          {switches.map(words => (
            <Switch key={words.name} {...{ words, form }} setting={named(words.name)} />
          ))}
          {numbers.map(words => (
            <NumberSetting key={words.name} {...{ words, form }} setting={named(words.name)} />
          ))}
        </SettingSection>
      ))}
    </SettingsForm>
  )
}

type PartProps<Words> = {
  words: Words
  form: ReturnType<typeof useSettingsForm>
  /** Undefined if the server is older than the page. */
  setting: SettingObject | undefined
}

function Switch({ words: { name, label, on, off }, form, setting }: PartProps<SwitchWords>) {
  if (!setting) return null
  const checked = form.value(name) === true
  return (
    <div className="flex flex-col gap-1">
      <Toggle
        label={label}
        hint={checked ? on : off}
        checked={checked}
        onChange={value => form.change(name, value)}
      />
      <SettingOrigin setting={setting} className="pl-10" />
    </div>
  )
}

function NumberSetting({ words, form, setting }: PartProps<NumberWords>) {
  if (!setting) return null
  const { name, label, about, inWords } = words
  const value = form.value(name)
  const { least, most } = setting.range ?? {}
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={label}
        hint={[inWords?.(Number(value)), about].filter(Boolean).join(' ')}
        type="number"
        inputMode="numeric"
        required
        min={least}
        max={most}
        value={String(value)}
        onChange={({ target }) => form.change(name, target.value === '' ? '' : Number(target.value))}
        className="max-w-md"
      />
      <SettingOrigin setting={setting} />
    </div>
  )
}
