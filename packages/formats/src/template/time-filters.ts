import { utcMilliseconds } from '../utc-time.js'
import type { TemplateOperand } from './nodes.js'
import type { TemplateSteps } from './steps.js'
import { numberOf, valueText } from './values.js'

/** Times from here on are in milliseconds, earlier ones in seconds: 1e11 s is the year 5138, 1e11 ms is 1973. */
const fromMilliseconds = 1e11
/** 1e14 ms is the year 5138, 1e14 µs is 1973. */
const fromMicroseconds = 1e14
const fromNanoseconds = 1e17

/** Returns a time in milliseconds since 1970. Reads ISO 8601, and seconds, milliseconds, microseconds or nanoseconds since 1970. */
function millisecondsOf(text: string): number | undefined {
  const number = numberOf(text)
  const ms = number === undefined ? utcMilliseconds(text) : inMilliseconds(number)
  return Number.isNaN(new Date(ms).getTime()) ? undefined : ms
}

function inMilliseconds(number: number): number {
  const size = Math.abs(number)
  if (size < fromMilliseconds) return number * 1000
  if (size < fromMicroseconds) return number
  return size < fromNanoseconds ? number / 1000 : number / 1e6
}

/** Opening a time zone takes as long as so many steps. */
const zoneSteps = 50

/**
 * Returns a time as `2026-11-21 14:02 UTC`, or in a time zone as `2026-11-21 15:02 UTC+1`. `args`: `date` or `time` for that part,
 * and the name of a zone. Everything that is not a time stays as it is.
 */
export function dateText(steps: TemplateSteps, value: unknown, ...args: unknown[]): string {
  const text = valueText(value)
  steps.characters(text.length)
  const ms = millisecondsOf(text)
  if (ms === undefined) return text
  const words = args.map(valueText)
  const form = words.find(word => word === 'date' || word === 'time')
  const name = words.find(word => word !== '' && word !== 'date' && word !== 'time')
  if (name !== undefined) steps.once(name, zoneSteps)
  const { day, time, zone } = (name !== undefined && inZone(ms, name)) || inUtc(ms)
  if (form === 'date') return day
  return form === 'time' ? `${time} ${zone}` : `${day} ${time} ${zone}`
}

type ShownTime = { day: string; time: string; zone: string }

function inUtc(ms: number): ShownTime {
  const [day = '', time = ''] = new Date(ms).toISOString().split('T')
  return { day, time: time.slice(0, 5), zone: 'UTC' }
}

function inZone(ms: number, name: string): ShownTime | undefined {
  const parts = zoneNamed(name)?.formatToParts(ms)
  if (!parts) return undefined
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(each => each.type === type)?.value ?? ''
  const year = new Date(ms).getUTCFullYear()
  if (year < 1 || year > 9998) return undefined // the calendar counts these years in another way
  const offset = part('timeZoneName').replace('GMT', 'UTC')
  const zone = offset.replace(/([+-])0(?=\d)/, '$1').replace(':00', '')
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
    zone,
  }
}

/** The longest name of a zone has 32 characters. */
const maxZoneLength = 50
const maxOpenZones = 100
const openZones = new Map<string, Intl.DateTimeFormat | undefined>()

function zoneNamed(name: string): Intl.DateTimeFormat | undefined {
  if (name.length > maxZoneLength) return undefined
  if (!openZones.has(name)) {
    if (openZones.size >= maxOpenZones) openZones.clear()
    openZones.set(name, openZone(name))
  }
  return openZones.get(name)
}

function openZone(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const two = '2-digit'
    const day = { year: 'numeric', month: two, day: two } as const
    const time = { hour: two, minute: two, hourCycle: 'h23', timeZoneName: 'longOffset' } as const
    return new Intl.DateTimeFormat('en-US', { timeZone, ...day, ...time })
  } catch {
    return undefined // there is no such zone
  }
}

/** Returns what is wrong with the arguments of `date`. Only words with a slash are taken for names of zones. */
export function zoneMistake(args: TemplateOperand[]): string | undefined {
  const names = args.flatMap(arg => (arg.kind === 'literal' ? [valueText(arg.value)] : []))
  const wrong = names.find(name => name.includes('/') && !zoneNamed(name))
  return wrong === undefined ? undefined : `There is no time zone "${wrong.slice(0, maxZoneLength)}".`
}

/** Returns the time from `start` to a later time in words; empty if either is not a time. */
export function sinceText(text: string, start = ''): string {
  const [from, to] = [millisecondsOf(start), millisecondsOf(text)]
  return from === undefined || to === undefined ? '' : durationText(String(to - from), 'ms')
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
