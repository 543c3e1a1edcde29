import { postLimit, propsLimit } from '../limits.js'
import { codePoints, jsonLength } from '../text/code-points.js'
import type { Attachment } from './attachment.js'
import { leastLength } from './fit-attachment.js'
import type { Payload } from './payload.js'

/** A text with tags that is surely one post: `mostTranslatedLength` is at most eight times its length. */
const shortCharacters = postLimit / 8

/** A name and an icon of this length fit, because JSON writes a character as six at most. */
const smallCharacters = 1000

/** Tags that `translate` lengthens: those whose URL it writes twice, and the starts of links with a label. */
const growingTags = /<(?:www\.[^\s<>|]+>|[^<>|\n]*\|(?:\s*>)?)/gi
const mostAroundAddress = '[](http://)'.length - 2 * '<>'.length
const mostAroundLabel = '[](<>)'.length - '<|>'.length
/** `translate` escapes the other characters, at most twice each. */
const notEscaped = /[^!()*[\\\]`~]+/g

/** The code points of `,"attachments":[]` in the JSON of a post's props, without the elements. */
export const listLength = ',"attachments":[]'.length

/** Returns the part of a payload that does not fit into a post's props however its texts are shortened (docs/behaviour.md, limits). */
export function tooLong(payload: Payload): string | undefined {
  if (isSmall(payload)) return undefined // as nearly always, and without writing JSON
  const base = jsonLength(sendersProps(payload))
  if (base > propsLimit) return 'props, username and icon_url together'
  const room = propsLimit - base - listLength
  const at = payload.attachments.findIndex(attachment => leastLength(attachment) > room)
  return at < 0 ? undefined : `Attachment ${at + 1}`
}

function isSmall({ props, username, iconUrl, attachments }: Payload): boolean {
  const characters = username.length + iconUrl.length
  return attachments.length === 0 && Object.keys(props).length === 0 && characters <= smallCharacters
}

/** Returns the base props that the sender wrote. The rest has room of its own (`propsLimit`). */
function sendersProps({ props, username, iconUrl }: Payload): Record<string, unknown> {
  return { ...props, override_username: username, override_icon_url: iconUrl }
}

/**
 * Estimates from lengths how many posts a payload becomes, without translating, splitting or rendering it. Cuts at the ends of
 * lines or words can add up to a tenth.
 */
export function estimatePosts({ text, attachments }: Payload): number {
  const isOne = text.length <= (text.includes('<') ? shortCharacters : postLimit)
  const texts = isOne ? 1 : Math.ceil(mostTranslatedLength(text) / postLimit)
  return Math.max(texts, 1) - 1 + groupsOf(attachments)
}

/**
 * Returns why a payload certainly becomes too many posts; undefined if that is not certain. The worker rejects the rest after
 * splitting the text.
 */
export function tooManyPosts({ text }: Payload, most: number): string | undefined {
  if (text.length <= most * postLimit) return undefined
  const posts = Math.ceil(leastTranslatedLength(text) / postLimit)
  return posts > most
    ? `The text would become at least ${posts} posts. At most ${most} are allowed. Send it in several deliveries.`
    : undefined
}

/** Returns an upper bound of the length of `translate(text)`, in linear time. */
export function mostTranslatedLength(text: string): number {
  const growth = growthOfTags(withoutAnnouncements(text))
  return growth === 0 ? text.length : text.length + growth + 2 * text.replace(notEscaped, '').length
}

/**
 * Returns a lower bound in code points. Counts the growth of tags only if the text has neither code nor labels, in which they
 * stay. `translate` drops spaces in labels.
 */
export function leastTranslatedLength(text: string): number {
  const announced = withoutAnnouncements(text)
  if (!/[|`~]/.test(announced)) return codePoints(announced) + growthOfTags(announced, codePoints)
  const hasLabels = announced.includes('<') && announced.includes('|')
  return codePoints(hasLabels ? announced.replace(/\s+/g, '') : announced)
}

function withoutAnnouncements(text: string): string {
  return text.replaceAll('<!channel>', '@channel')
}

/** An address is repeated, so its growth is counted in the unit of the bound. */
function growthOfTags(text: string, lengthOf = (tag: string) => tag.length): number {
  const tags = text.match(growingTags) ?? []
  return tags.reduce((sum, tag) => sum + mostGrowth(tag, lengthOf), 0)
}

function mostGrowth(tag: string, lengthOf: (tag: string) => number): number {
  return tag.endsWith('|') ? mostAroundLabel : lengthOf(tag) + mostAroundAddress
}

/** Counts posts of attachments. The first group shares the last text's post. */
function groupsOf(attachments: Attachment[]): number {
  if (attachments.length <= 1) return 1
  return Math.min(attachments.length, Math.ceil(JSON.stringify(attachments).length / propsLimit))
}
