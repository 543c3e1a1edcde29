import { numberOf } from './values.js'

/** Times from here on are in milliseconds, earlier ones in seconds: 1e11 s is the year 5138, 1e11 ms is 1973. */
const fromMilliseconds = 1e11

/**
 * Returns a time in UTC as `2026-11-21 14:02 UTC`; with the form `date` or `time`, that part. Reads what JSON has for times: ISO
 * 8601, seconds or milliseconds since 1970. Everything else stays as it is.
 */
export function dateText(text: string, form?: string): string {
  const number = numberOf(text)
  const ms =
    number === undefined
      ? Date.parse(text.slice(0, 40))
      : number * (Math.abs(number) < fromMilliseconds ? 1000 : 1)
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return text
  const iso = date.toISOString()
  const [day, time] = [iso.slice(0, iso.indexOf('T')), `${iso.slice(iso.indexOf('T') + 1).slice(0, 5)} UTC`]
  if (form === 'date') return day
  return form === 'time' ? time : `${day} ${time}`
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Returns a number of seconds as `2 h 5 min`, in its two largest units; with the unit `ms`, of milliseconds. */
export function durationText(text: string, unit?: string): string {
  const number = numberOf(text)
  if (number === undefined) return text
  const seconds = unit === 'ms' ? number / 1000 : number
  if (Math.abs(seconds) < 1 && seconds !== 0) return `${Math.round(seconds * 1000)} ms`
  let left = Math.round(Math.abs(seconds))
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count > 0 ? [`${count} ${name}`] : []
  })
  return `${seconds < 0 ? '-' : ''}${parts.slice(0, 2).join(' ') || '0 s'}`
}
