import { postLimit, propsLimit } from '../limits.js'
import { codePoints } from '../text/code-points.js'
import type { Attachment } from './attachment.js'
import type { Payload } from './payload.js'
import { translateAttachment } from './translate-attachment.js'

/** `translate` makes no text longer than this many times its length: `<www.*>` becomes `[www.\*](http://www.*)`. */
const maxGrowth = 4

/** Tags that `translate` lengthens: those whose address it writes twice, and the beginnings of links with a label. */
const growingTags = /<(?:www\.[^\s<>|]*>|[^<>|\n]*\|(?:\s*>)?)/gi
const mostAroundAddress = '[](http://)'.length - 2 * '<>'.length
const mostAroundLabel = '[](<>)'.length - '<|>'.length
/** `translate` escapes other characters, twice at most. */
const notEscaped = /[^!()*[\\\]`~]+/g

/** Code points of `,"attachments":[]` in the JSON of a post's props, without the elements. */
export const listLength = ',"attachments":[]'.length

/** Returns how many code points of a post's props a value takes as JSON (docs/behaviour.md, posts). */
export function jsonLength(value: unknown): number {
  return codePoints(JSON.stringify(value))
}

/** The part of a payload, in words, that no shortening of texts makes fit into a post's props (docs/behaviour.md, limits). */
export function tooLong(payload: Payload): string | undefined {
  const base = jsonLength(sendersProps(payload))
  if (base > propsLimit) return 'props, username and icon_url together'
  const room = propsLimit - base - listLength
  const at = payload.attachments.findIndex(attachment => !canBeMadeToFit(attachment, room))
  return at < 0 ? undefined : `Attachment ${at + 1}`
}

/** Returns the base props that the sender wrote. The rest has room of its own (`propsLimit`). */
function sendersProps({ props, username, iconUrl }: Payload): Record<string, unknown> {
  return { ...props, override_username: username, override_icon_url: iconUrl }
}

function canBeMadeToFit(attachment: Attachment, room: number): boolean {
  const rest = { ...attachment, text: '' }
  return jsonLength(rest) * maxGrowth <= room || jsonLength(translateAttachment(rest)) <= room
}

/**
 * Estimates from lengths how many posts a payload becomes: nothing is translated, split or rendered. Cuts at the ends of
 * lines or words add up to a tenth.
 */
export function estimatePosts({ text, attachments }: Payload): number {
  const texts =
    text.length <= postLimit && !text.includes('<') ? 1 : Math.ceil(mostTranslatedLength(text) / postLimit)
  return Math.max(texts, 1) - 1 + groupsOf(attachments)
}

/**
 * Why a payload is refused for the posts that it would become, in words; undefined unless that is certain. The worker
 * refuses the rest, once it has split the text.
 */
export function tooManyPosts({ text }: Payload, most: number): string | undefined {
  if (text.length <= most * postLimit) return undefined
  const posts = Math.ceil(leastTranslatedLength(text) / postLimit)
  return posts > most
    ? `The text would become at least ${posts} posts. At most ${most} are allowed. Send it in several deliveries.`
    : undefined
}

/** An upper bound of the length of `translate(text)`, in linear time. */
export function mostTranslatedLength(text: string): number {
  const tags = text.replaceAll('<!channel>', '@channel').match(growingTags)
  if (tags === null) return text.length
  const escapes = 2 * text.replace(notEscaped, '').length
  return tags.reduce((sum, tag) => sum + mostGrowth(tag), text.length + escapes)
}

function mostGrowth(tag: string): number {
  return tag.endsWith('|') ? mostAroundLabel : tag.length + mostAroundAddress
}

/** A lower bound, in code points: `translate` shortens `<!channel>`, and drops spaces in the labels of links. */
export function leastTranslatedLength(text: string): number {
  const hasLabels = text.includes('<') && text.includes('|')
  return codePoints((hasLabels ? text.replace(/\s+/g, '') : text).replaceAll('<!channel>', '@channel'))
}

/** The first group stands with the last text. */
function groupsOf(attachments: Attachment[]): number {
  if (attachments.length <= 1) return 1
  return Math.min(attachments.length, Math.ceil(JSON.stringify(attachments).length / propsLimit))
}
