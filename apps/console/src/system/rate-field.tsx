import type { SettingObject } from '@posthorn/contract'
import { Field } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'
import { rateParts, rateWords } from './rate-words.js'
import { SettingOrigin } from './setting-origin.js'

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
export function RateField({ label, about, rate, otherwise, setting, onChange }: RateFieldProps) {
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
