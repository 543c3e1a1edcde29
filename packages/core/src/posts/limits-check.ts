import { postLimit, propsLimit } from '../limits.js'
import type { Attachment } from '../payload/attachment.js'
import type { Payload } from '../payload/payload.js'
import { codePoints } from '../text/code-points.js'
import { growth } from '../text/growth.js'
import { jsonLength } from './json-length.js'
import { listLength } from './paginate-attachments.js'
import { sendersProps } from './props.js'
import { translateAttachment } from './translate-attachment.js'

/** Translating makes a text about three times as long at most: `<www.a>` becomes `[www.a](http://www.a)`. */
const maxGrowth = 3

/** The part of a payload, in words, that no shortening of texts makes fit into a post's props (docs/behaviour.md, limits). */
export function tooLong(payload: Payload): string | undefined {
  const base = jsonLength(sendersProps(payload))
  if (base > propsLimit) return 'props, username and icon_url together'
  const room = propsLimit - base - listLength
  const at = payload.attachments.findIndex(attachment => !canBeMadeToFit(attachment, room))
  return at < 0 ? undefined : `Attachment ${at + 1}`
}

function canBeMadeToFit(attachment: Attachment, room: number): boolean {
  const rest = { ...attachment, text: '' }
  return jsonLength(rest) * maxGrowth <= room || jsonLength(translateAttachment(rest)) <= room
}

/**
 * About how many posts a payload becomes, told from lengths: nothing is translated, split or rendered. A cut at the end
 * of a line or word makes a tenth more of them at most.
 */
export function estimatePosts({ text, attachments }: Payload): number {
  const texts =
    text.length <= postLimit && !text.includes('<') ? 1 : Math.ceil(translatedLength(text) / postLimit)
  return Math.max(texts, 1) - 1 + groupsOf(attachments)
}

/** Why a payload is refused for the posts that it would become, in words; undefined when it is not, or not certainly. */
export function tooManyPosts({ text }: Payload, most: number): string | undefined {
  const room = most * postLimit
  if (text.length * maxGrowth <= room) return undefined
  const length = codePoints(text)
  const posts = Math.ceil((length + growth(text, room - length)) / postLimit)
  return posts > most
    ? `This would be ${posts} posts or more; at most ${most} are taken: send it in several deliveries.`
    : undefined
}

function translatedLength(text: string): number {
  return text.length + growth(text)
}

/** The first group stands with the last text. */
function groupsOf(attachments: Attachment[]): number {
  if (attachments.length <= 1) return 1
  return Math.min(attachments.length, Math.ceil(JSON.stringify(attachments).length / propsLimit))
}
