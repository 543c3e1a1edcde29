import { postLimit } from '../limits.js'
import { readAttachments } from '../payload/attachments.js'
import { jsonLength } from '../payload/limits-check.js'
import type { Payload } from '../payload/payload.js'
import { readProps } from '../payload/props.js'
import { mayBeSet, refuseType } from '../payload/type.js'
import { codePoints } from '../text/code-points.js'
import { cleanText } from '../values/clean.js'
import type { Notes, PayloadRefusal } from '../values/notes.js'
import { type DraftPost, htmlOf } from './compose.js'

/** What a person writes, through the API. Nothing is translated: the conventions of other vendors are for hooks. */
export type UserPostInput = { message: string; type: string; props: Record<string, unknown> }

/** The post it becomes, or why it becomes none. */
export type UserPostReading =
  | { outcome: 'read'; post: DraftPost }
  | { outcome: 'message_too_long' | PayloadRefusal; detail: string }

/** What a post's props may hold in all, in code points of JSON (docs/behaviour.md, posts). */
const storedPropsLimit = 8000

/**
 * A person's post, never longer than one. What only hooks may say (who posts, by which icon) is dropped from its props.
 * For a new message of a stored post, hand in its attachments again: they are in its HTML too.
 */
export function readUserPost({ message, type, props }: UserPostInput): UserPostReading {
  const notes: Notes = { refusal: undefined, ignored: [] }
  const read: Payload = { ...nothing, type, attachments: [], ignored: notes.ignored }
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

const nothing = { text: '', username: '', iconUrl: '', channel: '', props: {} }
