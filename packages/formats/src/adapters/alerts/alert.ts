import { utcMilliseconds } from '../../utc-time.js'
import type { Adapted, Skipped } from '../adapter.js'
import { notShown } from '../forges/events.js'
import { bold, joined, link, plain, truncate } from '../markdown.js'
import type { Native } from '../native.js'

const maxName = 60
const maxKey = 1000

type AlertLine = {
  sign?: string | undefined
  /** What happened to it: `Acknowledged`. */
  state: string
  /** The name of the person who did it. */
  by?: string
  /** What it happened to, as markdown. */
  item: string
  /** Short facts, as markdown. */
  notes?: (string | false | undefined)[]
}

/** Returns a first line: `⏳ **Acknowledged** by Ann: [#12 Disk full](…) (P1, high urgency)`. */
export function alertLine({ sign, state, by = '', item, notes = [] }: AlertLine): string {
  const who = plain(by, maxName)
  const label = who === '' ? bold(`${state}:`) : `${bold(state)} by ${who}:`
  const note = joined(notes, ', ')
  return joined([sign, label, item, note !== '' && `(${note})`])
}

/** Returns those links that have an address: `[panel](…) · [silence](…)`. */
export function linksTo(addresses: Readonly<Record<string, Native>>): string {
  const links = Object.entries(addresses).map(([label, { text }]) => {
    const shown = link(label, text)
    return shown !== label && shown
  })
  return joined(links, ' · ')
}

/** Ends a quote, so that the next line is no part of it. */
export function endedQuote(quoted: string): string {
  return quoted === '' ? '' : `${quoted}\n`
}

/** The mark of a state that we do not know, which is shown as its sender calls it. */
export const neutral = 'ℹ️'

/** Returns the values of a list on one line, and how many more there are. */
export function listOnLine(values: string[], most = 5): string {
  const shown = values.filter(value => value !== '')
  const hidden = shown.length - most
  return joined([shown.slice(0, most).join(', '), hidden > 0 && `and ${hidden} more`])
}

/** Returns the key of an alert whose post shows its newest state. It is closed once the alert ends. */
export function updateBy(kind: string, id: string, isEnd: boolean): Pick<Adapted, 'updateKey' | 'close'> {
  return id === '' ? {} : { updateKey: keyed(kind, id), close: isEnd }
}

/** Returns the key of a thread. */
export function threadBy(kind: string, id: string, isEnd = false): Pick<Adapted, 'threadKey' | 'close'> {
  return id === '' ? {} : { threadKey: keyed(kind, id), ...(isEnd && { close: true }) }
}

/** Returns the keys of an incident: its post shows the newest state, and the replies show how it came about. */
export function incidentBy(
  kind: string,
  id: string,
  isEnd: boolean,
): Pick<Adapted, 'updateKey' | 'threadKey' | 'close'> {
  return { ...threadBy(kind, id), ...updateBy(kind, id, isEnd) }
}

function keyed(kind: string, id: string): string {
  return `${kind}:${truncate(id, maxKey)}`
}

/** Returns a date as `2026-11-20 10:05 UTC`, from a text or from milliseconds. */
export function utcTime(value: string | number | undefined): string {
  const date = new Date(typeof value === 'string' ? utcMilliseconds(value) : value || Number.NaN)
  if (!Number.isFinite(date.getTime())) return ''
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Returns a sender's name for a state as words: `under_maintenance` becomes `under maintenance`. */
export function asWords(name: string): string {
  return plain(name.replaceAll('_', ' '), maxName)
}

/** Returns words as the start of a line. */
export function capitalized(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** Returns that a change of these fields becomes no post. */
export function otherFields(event: string, fields: string[]): Skipped {
  const names = listOnLine(fields.filter(name => name !== 'updatedAt').map(name => plain(name, 40)))
  return notShown(event, names === '' ? undefined : `${event} of ${names} is not shown`)
}
