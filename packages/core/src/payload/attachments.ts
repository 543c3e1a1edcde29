import { maxAttachments } from '../limits.js'
import { readList } from '../values/list.js'
import { ignore, type Notes } from '../values/notes.js'
import { isEmpty, readAttachment } from './attachment.js'
import type { Payload } from './payload.js'

/** Drops null and empty attachments (docs/behaviour.md, payload). */
export function readAttachments(payload: Payload, value: unknown, at: string, notes: Notes): void {
  payload.attachments = []
  for (const { raw, path } of readList(
    value,
    at,
    { most: maxAttachments, tooMany: 'too_many_attachments' },
    notes,
  )) {
    const attachment = raw && readAttachment(raw, `${path}.`, notes)
    if (attachment === null || isEmpty(attachment)) ignore(notes, `${path} (empty)`)
    else payload.attachments.push(attachment)
  }
}
