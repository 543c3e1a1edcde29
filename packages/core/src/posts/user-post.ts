import { postLimit } from '../limits.js'
import { mayBeSet, readAttachments, readProps, refuseType } from '../payload/parse.js'
import { noPayload, type Payload } from '../payload/payload.js'
import { codePoints, jsonLength } from '../text/code-points.js'
import { cleanText } from '../values/clean.js'
import type { Notes, PayloadRefusal } from '../values/notes.js'
import { type DraftPost, htmlOf } from './compose.js'

/** A user's post through the API. It is not translated: other vendors' conventions are for hooks. */
export type UserPostInput = { message: string; type: string; props: Record<string, unknown> }

/** The resulting post, or why it is rejected. */
export type UserPostReading =
  | { outcome: 'read'; post: DraftPost }
  | { outcome: 'message_too_long' | PayloadRefusal; detail: string }

/** The maximum size of a post's props, in code points of JSON (docs/behaviour.md, posts). */
const storedPropsLimit = 8000

/**
 * Reads a user's post, which never becomes more than one. Drops the props that only hooks set, such as name and icon. To change
 * the message of a stored post, pass its attachments again, because they are in its HTML too.
 */
export function readUserPost({ message, type, props }: UserPostInput): UserPostReading {
  const notes: Notes = { refusal: undefined, ignored: [] }
  const read: Payload = { ...noPayload(notes.ignored), type }
  if (!mayBeSet(type)) refuseType(notes, 'type')
  readProps(read, props, 'props', notes)
  if (props.attachments !== undefined) readAttachments(read, props.attachments, 'props.attachments', notes)
  if (notes.refusal) return notes.refusal
  return draftOf(cleanText(message), read)
}

function draftOf(message: string, { type, props, attachments }: Payload): UserPostReading {
  if (codePoints(message) > postLimit) return { outcome: 'message_too_long', detail: '' }
  const own = Object.entries(props).filter(([name]) => !name.startsWith('override_'))
  const kept = { ...Object.fromEntries(own), ...(attachments.length > 0 && { attachments }) }
  if (jsonLength(kept) > storedPropsLimit) return { outcome: 'props_too_long', detail: '' }
  return {
    outcome: 'read',
    post: {
      message,
      html: htmlOf(message, attachments),
      type: attachments.length > 0 ? 'slack_attachment' : type,
      props: kept,
    },
  }
}
