import { propsLimit } from '../limits.js'
import type { Attachment } from '../payload/attachment.js'
import { jsonLength, listLength } from '../payload/limits-check.js'
import { codePoints } from '../text/code-points.js'
import { shorten } from '../text/split.js'

/** `shortened` holds, by the attachment's number, how many characters of its text were kept. */
export type AttachmentPages = { groups: Attachment[][]; shortened: Map<number, number> }

const comma = ','.length

/**
 * Put attachments into as few posts as their props allow, in order (docs/behaviour.md, splitting); `counted` are the props beside
 * them. One that is too long for a post of its own loses the end of its text. There is always a first group, perhaps
 * empty: it belongs to the last text.
 */
export function paginateAttachments(
  attachments: Attachment[],
  counted: Record<string, unknown>,
): AttachmentPages {
  const empty = jsonLength(counted) + listLength
  const groups: Attachment[][] = [[]]
  const shortened: AttachmentPages['shortened'] = new Map()
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

/** What cannot be saved by shortening is taken as it is: reading saw to it that it stays below what a post may hold. */
function withoutEnd(attachment: Attachment, overflow: number): Attachment {
  const kept = Math.max(0, codePoints(attachment.text) - overflow)
  return { ...attachment, text: kept === 0 ? '' : shorten(attachment.text, kept) }
}
