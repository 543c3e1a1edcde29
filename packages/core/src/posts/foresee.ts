import { postLimit, propsLimit } from '../limits.js'
import type { Attachment } from '../payload/attachment.js'
import type { Payload } from '../payload/payload.js'
import { split } from '../text/split.js'
import { translate } from '../text/translate.js'
import { sendersProps } from './props.js'
import { listWeight } from './spread.js'
import { translateAttachment } from './translate-attachment.js'
import { weight } from './weight.js'

/** Translating makes a text at most three times as long: `<www.a>` becomes `[www.a](http://www.a)`. */
const maxGrowth = 3

/** A part is at least nine tenths of a post: a text of this many characters becomes 900 posts at most, attachments 100. */
const surelyFewPosts = 1_080_000

/** The part of a payload, in words, that no shortening of texts makes fit into a post's props (spec 1.5, row 14). */
export function tooLong(payload: Payload): string | undefined {
  const base = weight(sendersProps(payload))
  if (base > propsLimit) return 'props, username and icon_url together'
  const room = propsLimit - base - listWeight
  const at = payload.attachments.findIndex(attachment => !canBeMadeToFit(attachment, room))
  return at < 0 ? undefined : `Attachment ${at + 1}`
}

function canBeMadeToFit(attachment: Attachment, room: number): boolean {
  const rest = { ...attachment, text: '' }
  return weight(rest) * maxGrowth <= room || weight(translateAttachment(rest)) <= room
}

/** How many posts a payload becomes at most; counted only when there may be too many. */
export function postsOf({ text, attachments }: Payload): number {
  if (text.length <= surelyFewPosts) return 1
  return split(translate(text), postLimit).length + attachments.length
}
