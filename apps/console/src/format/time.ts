import { hour, locale } from './locale.js'

const formats = {
  time: { hour, minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  'day-of-year': { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', hour, minute: '2-digit' },
  seconds: { day: 'numeric', month: 'short', hour, minute: '2-digit', second: '2-digit' },
  full: { dateStyle: 'full', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type TimeForm = keyof typeof formats | 'ago' | 'clock'

const made = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats a time in the user's locale. `ago` is for lists: relative within a day, then the date. `clock` is for narrow
 * columns: the time without AM or PM.
 */
export function formatTime(at: number, form: TimeForm, now = Date.now()): string {
  if (form === 'ago') return ago(at, now)
  if (form === 'clock') return clock(at)
  return formatOf(form).format(at)
}

function formatOf(form: keyof typeof formats): Intl.DateTimeFormat {
  const format = made.get(form) ?? new Intl.DateTimeFormat(locale, formats[form])
  made.set(form, format)
  return format
}

function clock(at: number): string {
  const parts = formatOf('time').formatToParts(at)
  const [hour, minute] = [parts.findIndex(isHour), parts.findIndex(({ type }) => type === 'minute')]
  return parts
    .slice(hour, minute + 1)
    .map(({ value }) => value)
    .join('')
}

const isHour = ({ type }: Intl.DateTimeFormatPart) => type === 'hour'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })

function ago(at: number, now: number): string {
  const past = now - at
  if (past < minuteMs) return 'just now'
  if (past < hourMs) return relative.format(-Math.floor(past / minuteMs), 'minute')
  if (past < dayMs) return relative.format(-Math.floor(past / hourMs), 'hour')
  return formatTime(at, 'short')
}

/** Returns the end of the local day that contains a time. */
export function endOfDay(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}

/** Whether both times are on the same local day. */
function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

/** Returns Today, Yesterday, or the date, with its year unless it is this year. */
export function formatDay(at: number, now = Date.now()): string {
  if (isSameDay(at, now)) return 'Today'
  if (isSameDay(at, now - dayMs)) return 'Yesterday'
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return formatTime(at, sameYear ? 'day' : 'day-of-year')
}
