import { isId } from '../ids.js'
import { maxKeyLength } from '../limits.js'
import { codePoints } from '../text/code-points.js'
import { readTimestamp } from '../timestamps.js'
import { cleanText } from '../values/clean.js'
import { type ReadInto, refuseKind } from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import type { Payload, SenderKeys } from './payload.js'

/** Returns a reader of a key: 1 to 4,000 characters, or a number. An empty key, as templates produce, is ignored. */
export function readKey(name: 'thread' | 'update'): ReadInto<Payload> {
  return (payload, value, at, notes) => {
    if (typeof value !== 'string' && typeof value !== 'number')
      return refuseKind(notes, at, 'a string', value)
    const key = cleanText(String(value))
    const length = codePoints(key)
    if (length > maxKeyLength)
      refuse(notes, 'unreadable', `${at} has ${length} characters. At most ${maxKeyLength} are allowed.`)
    else if (length === 0) ignore(notes, `${at} (empty)`)
    else payload.keys = { ...payload.keys, [name]: key }
  }
}

const closing = new Map<unknown, boolean>([true, 'true', 1, '1'].map(value => [value, true]))
for (const value of [false, 'false', 0, '0', '']) closing.set(value, false)

export function readClose(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const close = closing.get(typeof value === 'string' ? value.toLowerCase() : value)
  if (close === undefined) refuseKind(notes, at, 'true or false', value)
  else if (close) payload.keys = { ...payload.keys, close }
}

/** Reports a `close` that closes nothing. */
export function checkClose({ thread, update, close }: SenderKeys, notes: Notes): void {
  if (close && thread === '' && update === '') ignore(notes, 'close (without thread_key or update_key)')
}

/** Reads a post's id, or its timestamp in Slack's API. */
export function readReplyTo(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const isName = typeof value === 'string' && (isId(value) || readTimestamp(value) !== undefined)
  if (isName) payload.keys = { ...payload.keys, replyTo: value }
  else ignore(notes, at)
}

/** Whether a delivery names posts, so that earlier ones decide what becomes of it. */
export function hasKeys({ thread, update, replyTo }: SenderKeys): boolean {
  return thread !== '' || update !== '' || replyTo !== ''
}

/** The parameters of the URL that set the keys of every payload. */
export const keptParams: ReadonlySet<string> = new Set(['thread_key', 'update_key', 'close'])

/**
 * Returns a payload's JSON with the keys of the URL's query, for senders that can only change their URL. The payload's own
 * fields come later and win.
 */
export function withQueryKeys(json: string, query: string): string {
  if (!query.includes('_key=') && !query.includes('close=')) return json
  const params = new URLSearchParams(query)
  const fields = [...keptParams].flatMap(name => {
    const value = params.get(name)
    return value === null ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`]
  })
  const start = json.indexOf('{') + 1
  if (fields.length === 0 || start === 0) return json
  const rest = json.slice(start)
  const comma = rest.trimStart().startsWith('}') ? '' : ','
  return `${json.slice(0, start)}${fields.join(',')}${comma}${rest}`
}
