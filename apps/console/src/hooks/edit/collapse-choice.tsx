import type { HookObject } from '@posthorn/contract'
import { countOf, formatDuration } from '../../format/amount.js'
import { Select } from '../../ui/forms/field.js'

const minuteSeconds = 60
const hourSeconds = 3600
const usual = [1, 5, 15, 60, 360, 1440].map(minutes => minutes * minuteSeconds)

type CollapseChoiceProps = {
  value: HookObject['collapse']
  onChange: (value: HookObject['collapse']) => void
}

/** For how long repeats are counted in one post. Another value that the API set stays among the choices. */
export function CollapseChoice({ value: { window_seconds: seconds }, onChange }: CollapseChoiceProps) {
  const offered =
    seconds === 0 ? usual : [...new Set([...usual, seconds])].toSorted((one, other) => one - other)
  return (
    <Select
      label="Repeated messages"
      hint="Within this time, the first post counts its repeats: “× 48, last at 14:02”. All deliveries stay in the history."
      value={seconds}
      onChange={event => onChange({ window_seconds: Number(event.target.value) })}
    >
      <option value={0}>Post each one</option>
      {offered.map(each => (
        <option key={each} value={each}>
          Count for {words(each)}
        </option>
      ))}
    </Select>
  )
}

function words(seconds: number): string {
  if (seconds % hourSeconds === 0) return countOf(seconds / hourSeconds, 'hour')
  return seconds % minuteSeconds === 0
    ? countOf(seconds / minuteSeconds, 'minute')
    : formatDuration(seconds * 1000)
}
