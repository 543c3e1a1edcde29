import { refuseKind } from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import type { Payload } from './payload.js'

/** What a post's type may be at most: it is repeated on every post of a delivery. */
const maxTypeLength = 26

/**
 * A hook may not speak as the system (docs/behaviour.md, payload); custom types are clients' own matter. Programs write
 * other words there too, `mrkdwn` or `message`: no reason to lose what they say.
 */
export function readType(payload: Payload, value: unknown, at: string, notes: Notes): void {
  if (typeof value !== 'string') refuseKind(notes, at, 'a string', value)
  else if (mayBeSet(value)) payload.type = value
  else if (/^system_/i.test(value)) refuseType(notes, at)
  else ignore(notes, at)
}

export function refuseType(notes: Notes, at: string): void {
  refuse(notes, 'bad_type', `${at} must be empty, slack_attachment, or custom_ and a name of letters.`)
}

/** Whether a post that somebody writes, or a hook, may be of this type. */
export function mayBeSet(type: string): boolean {
  return (
    type === '' || type === 'slack_attachment' || (type.length <= maxTypeLength && /^custom_\w+$/.test(type))
  )
}
