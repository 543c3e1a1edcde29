import { refuseKind } from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import type { Payload } from './payload.js'

/** The maximum length of a post's type, which every post of a delivery repeats. */
const maxTypeLength = 26

/**
 * Reads a type. Hooks cannot post as the system (docs/behaviour.md, payload). Clients define custom types. Other words, such
 * as `mrkdwn` or `message`, are ignored, so that the message is still posted.
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

/** Returns whether a user's or hook's post may have this type. */
export function mayBeSet(type: string): boolean {
  return (
    type === '' || type === 'slack_attachment' || (type.length <= maxTypeLength && /^custom_\w+$/.test(type))
  )
}
