import { inputClasses } from '../ui/forms/input-classes.js'

type MomentProps = {
  label: string
  at: number | undefined
  onChange: (at: number | undefined) => void
}

/** A field for a local time; undefined if empty. */
export function Moment({ label, at, onChange }: MomentProps) {
  return (
    <input
      type="datetime-local"
      aria-label={label}
      title={label}
      value={at === undefined ? '' : localText(at)}
      onChange={({ target: { value } }) => onChange(value === '' ? undefined : new Date(value).getTime())}
      className={`${inputClasses} h-8 w-44! pointer-coarse:h-10`}
    />
  )
}

/** Formats a time for the browser's field: `2026-01-31T09:30`. */
function localText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
