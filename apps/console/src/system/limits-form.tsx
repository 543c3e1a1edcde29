import type { SettingObject } from '@posthorn/contract'
import { formatNumber, locale } from '../format/locale.js'
import { Field } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'
import { SettingOrigin, SettingsForm, useSettingsForm } from './settings-form.js'

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

type RateFieldProps = {
  label: string
  /** The kind of caller that is counted. */
  about: string
  rate: string
  /** The initial value when the limit is turned on. */
  otherwise: string
  setting: SettingObject
  onChange: (rate: string) => void
}

/** Edits a rate limit and explains it. */
function RateField({ label, about, rate, otherwise, setting, onChange }: RateFieldProps) {
  const parts = rateParts(rate)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{label}</legend>
      <Toggle
        label={label}
        hint={about}
        checked={parts !== undefined}
        onChange={on => onChange(on ? otherwise : 'off')}
      />
      {parts && (
        <div className="flex flex-wrap gap-3 pl-10">
          <Field
            label="Calls"
            type="number"
            required
            min={1}
            max={999_999_999}
            value={parts.calls}
            onChange={({ target }) => onChange(`${target.value}/${parts.seconds}`)}
            className="w-32"
          />
          <Field
            label="Seconds"
            type="number"
            required
            min={1}
            max={99_999}
            value={parts.seconds}
            onChange={({ target }) => onChange(`${parts.calls}/${target.value}`)}
            className="w-32"
          />
        </div>
      )}
      <p className="pl-10 text-sm">{rateWords(rate)}</p>
      <SettingOrigin setting={setting} className="pl-10" />
    </fieldset>
  )
}

/** Formats a rate as the setting stores it. */
type RateParts = { calls: string; seconds: string }

/** Parses a rate; undefined if there is no limit. */
function rateParts(rate: string): RateParts | undefined {
  if (rate === 'off') return undefined
  const [calls = '', seconds = ''] = rate.split('/')
  return { calls, seconds }
}

const round = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 })

/** Explains a rate; empty while it is incomplete. */
export function rateWords(rate: string): string {
  const parts = rateParts(rate)
  if (!parts) return 'No limit. One caller can use the whole server.'
  const [calls, seconds] = [Number(parts.calls), Number(parts.seconds)]
  if (!(calls > 0 && seconds > 0)) return ''
  const perSecond = calls / seconds
  const average =
    perSecond >= 1 ? `${round(perSecond)} per second` : `one every ${round(1 / perSecond)} seconds`
  const allowed = calls === 1 ? 'one call' : `${formatNumber(calls)} calls`
  return `On average, ${average}. After ${allowed}, further ones get 429 until the ${round(seconds)} seconds are over.`
}
