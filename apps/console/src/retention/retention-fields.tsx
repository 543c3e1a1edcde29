import { maxPostDays, type RetentionObject } from '@posthorn/contract'
import { countOf } from '../format/amount.js'
import { Field, Select } from '../ui/forms/field.js'

/** What somebody chose. `days` is the text of the field. */
export type RetentionChoice = { kind: 'inherited' | 'forever' | 'days'; days: string }

const firstDays = '365'

export function choiceOf({ days }: RetentionObject): RetentionChoice {
  if (days === null) return { kind: 'inherited', days: firstDays }
  return days === 0 ? { kind: 'forever', days: firstDays } : { kind: 'days', days: String(days) }
}

/** Returns the days to save. Null: those of the team or server above. */
export function daysOf({ kind, days }: RetentionChoice): number | null {
  if (kind === 'inherited') return null
  return kind === 'forever' ? 0 : Number(days)
}

export const daysInWords = (days: number) => (days === 0 ? 'forever' : `for ${countOf(days, 'day')}`)

const defaultOf = { team: 'Team default', server: 'Server default' }

type RetentionFieldsProps = {
  stored: RetentionObject
  /** Who decides if this place has no number of its own. Absent for the server. */
  above?: 'team' | 'server' | undefined
  choice: RetentionChoice
  disabled?: boolean
  onChange: (choice: RetentionChoice) => void
}

/** Asks how long posts are stored. */
export function RetentionFields({ stored, above, choice, disabled, onChange }: RetentionFieldsProps) {
  return (
    <>
      <Select
        label="Keep posts"
        hint="Older posts are deleted for good, with their versions and mentions. A thread stays until its last reply is old."
        value={choice.kind}
        disabled={disabled}
        onChange={({ target }) => onChange({ ...choice, kind: target.value as RetentionChoice['kind'] })}
      >
        {above && (
          <option value="inherited">{`${defaultOf[above]}: ${daysInWords(stored.inherited_days)}`}</option>
        )}
        <option value="forever">Forever</option>
        <option value="days">For a number of days</option>
      </Select>
      {choice.kind === 'days' && (
        <Field
          label="Days"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={maxPostDays}
          disabled={disabled}
          value={choice.days}
          onChange={({ target }) => onChange({ ...choice, days: target.value })}
        />
      )}
    </>
  )
}
