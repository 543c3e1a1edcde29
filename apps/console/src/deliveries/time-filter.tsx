import { inputClasses, SelectBox } from '../ui/forms/field.js'

const hourMs = 3_600_000
const presets = [
  { value: 'hour', words: 'Last hour', ms: hourMs },
  { value: 'day', words: 'Last 24 hours', ms: 24 * hourMs },
  { value: 'week', words: 'Last 7 days', ms: 7 * 24 * hourMs },
]

type Times = { from: number | undefined; to: number | undefined }
type TimeFilterProps = Times & { onChange: (times: Times) => void }

/** Chooses a period. The URL stores absolute times, so a shared link shows the same deliveries. */
export function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  const isChosen = from !== undefined || to !== undefined
  const choose = (value: string) => {
    const preset = presets.find(preset => preset.value === value)
    const start = Date.now() - (preset?.ms ?? hourMs)
    onChange({ from: value === 'any' ? undefined : start, to: value === 'between' ? Date.now() : undefined })
  }
  return (
    <>
      <SelectBox
        aria-label="Time"
        value={isChosen ? 'between' : 'any'}
        onChange={event => choose(event.target.value)}
        className="w-40"
      >
        <option value="any">Any time</option>
        {presets.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        <option value="between">Between…</option>
      </SelectBox>
      {isChosen && (
        <>
          <Moment label="From" at={from} onChange={from => onChange({ from, to })} />
          <Moment label="To" at={to} onChange={to => onChange({ from, to })} />
        </>
      )}
    </>
  )
}

type MomentProps = {
  label: string
  at: number | undefined
  onChange: (at: number | undefined) => void
}

/** A field for a local time; undefined if empty. */
function Moment({ label, at, onChange }: MomentProps) {
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
