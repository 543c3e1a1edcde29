import { propsLimit } from '../limits.js'
import type { Attachment } from '../payload/attachment.js'
import { jsonLength, listLength } from '../payload/limits-check.js'
import { codePoints } from '../text/code-points.js'
import { shorten } from '../text/split.js'

/** `shortened` maps an attachment's index to how many characters of its text are left. */
export type AttachmentPages = { groups: Attachment[][]; shortened: Map<number, number> }

const comma = ','.length

/**
 * Groups attachments into as few posts as their props allow, in order (docs/behaviour.md, splitting). `counted` are the props
 * next to them. An attachment that is too long for one post loses the end of its text. There is always a first group, which
 * may be empty: it belongs to the last text.
 */
export function paginateAttachments(
  attachments: Attachment[],
  counted: Record<string, unknown>,
): AttachmentPages {
  const groups: Attachment[][] = [[]]
  const shortened: AttachmentPages['shortened'] = new Map()
  if (attachments.length === 0) return { groups, shortened }
  const empty = jsonLength(counted) + listLength
  let total = empty
  for (const [number, attachment] of attachments.entries()) {
    const own = jsonLength(attachment)
    if (total > empty && total + own > propsLimit) {
      groups.push([])
      total = empty
    }
    const overflow = total + own - propsLimit
    const fitting = overflow > 0 ? withoutEnd(attachment, overflow) : attachment
    if (overflow > 0) shortened.set(number, codePoints(fitting.text))
    groups.at(-1)?.push(fitting)
    total += own + comma
  }
  return { groups, shortened }
}

/** Shortens the text as far as needed. Reading has rejected attachments that would still be too long. */
function withoutEnd(attachment: Attachment, overflow: number): Attachment {
  const kept = Math.max(0, codePoints(attachment.text) - overflow)
  return { ...attachment, text: kept === 0 ? '' : shorten(attachment.text, kept) }
}
