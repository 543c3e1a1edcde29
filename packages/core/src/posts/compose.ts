import { postLimit, propsLimit } from '../limits.js'
import type { Attachment } from '../payload/attachment.js'
import { jsonLength, listLength } from '../payload/limits-check.js'
import type { Payload } from '../payload/payload.js'
import { translateAttachment } from '../payload/translate-attachment.js'
import { type Render, renderAttachment } from '../render/attachment.js'
import { renderMarkdown } from '../render/markdown.js'
import { reopenBlocks } from '../render/reopen-blocks.js'
import { codePoints } from '../text/code-points.js'
import { shorten, split } from '../text/split.js'
import { translate } from '../text/translate.js'
import { type Appearance, baseProps, countedProps } from './bounds.js'

/** A post without its author, channel and time. `html` is the rendered message, then its attachments. */
export type DraftPost = { message: string; html: string; type: string; props: Record<string, unknown> }

/**
 * Yields the posts of a delivery in order. Their messages have at most 4,000 code points, and joined they are the translated
 * text. Attachments start at the last of them (docs/behaviour.md, splitting). Always succeeds, because reading has rejected
 * foreseeable failures. As a generator, it lets the worker yield between the posts of a long text. `text`: the translated text, if
 * it was translated before.
 */
export function composePosts(
  payload: Payload,
  look: Appearance,
  render: Render = renderMarkdown,
  text = translate(payload.text),
): Generator<DraftPost> {
  const content = {
    text,
    attachments: payload.attachments.map(translateAttachment),
    type: payload.type,
    base: baseProps(payload, look),
    counted: countedProps(payload, look),
  }
  return postsOf(content, render)
}

/** What becomes one or more posts. `base`: the props of each post. `counted`: those that leave less room for attachments. */
type Content = {
  text: string
  attachments: Attachment[]
  type: string
  base: Record<string, unknown>
  counted: Record<string, unknown>
}

/** Yields the posts of a translated text with attachments. */
export function* postsOf(content: Content, render: Render = renderMarkdown): Generator<DraftPost> {
  const { text, base } = content
  const type = content.attachments.length > 0 ? 'slack_attachment' : content.type
  const parts = split(text, postLimit)
  const { groups } = paginateAttachments(content.attachments, content.counted)
  let reopened = ''
  for (const [index, message] of parts.entries()) {
    const attachments = index === parts.length - 1 ? groups[0] : undefined
    yield {
      message,
      html: htmlOf(reopened + message, attachments, render),
      type,
      props: propsWith(base, attachments),
    }
    if (index < parts.length - 1) reopened = reopenBlocks(reopened + message)
  }
  for (const attachments of groups.slice(1)) {
    yield { message: '', html: asides(attachments, render), type, props: propsWith(base, attachments) }
  }
}

/** Returns a post's HTML: the rendered message, then its attachments. */
export function htmlOf(
  message: string,
  attachments: Attachment[] = [],
  render: Render = renderMarkdown,
): string {
  return render(message) + asides(attachments, render)
}

function asides(attachments: Attachment[] | undefined, render: Render): string {
  return attachments?.map(attachment => renderAttachment(attachment, render)).join('') ?? ''
}

function propsWith(
  base: Record<string, unknown>,
  attachments: Attachment[] | undefined,
): Record<string, unknown> {
  return attachments === undefined || attachments.length === 0 ? { ...base } : { ...base, attachments }
}

/** `shortened` maps an attachment's index to how many characters of its text are left. */
type AttachmentPages = { groups: Attachment[][]; shortened: Map<number, number> }

const comma = ','.length

/**
 * Groups attachments into as few posts as their props allow, in order (docs/behaviour.md, splitting). `counted` are the props
 * next to them. An attachment that is too long for one post loses the end of its text. There is always a first group, which
 * may be empty: it belongs to the last text.
 */
function paginateAttachments(attachments: Attachment[], counted: Record<string, unknown>): AttachmentPages {
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

/**
 * Returns what had no effect, for the hook's owner: unknown keys, such as `icon_emoji` or `attachments[0].mrkdwn_in`. With
 * the current settings, also what they turn off and what did not fit. At most about fifty names of up to 80 characters.
 */
export function ignoredIn(payload: Payload, look?: Appearance): string[] {
  const ignored = [...payload.ignored]
  if (look === undefined) return ignored
  if (payload.username !== '' && !look.overrideUsername) ignored.push('username (overriding is off)')
  if (payload.iconUrl !== '' && !look.overrideIcon) ignored.push('icon_url (overriding is off)')
  if (payload.attachments.length === 0) return ignored
  if (payload.type.startsWith('custom_')) ignored.push('type (attachments set it)')
  const { shortened } = paginateAttachments(
    payload.attachments.map(translateAttachment),
    countedProps(payload, look),
  )
  for (const [number, kept] of shortened) ignored.push(`attachments[${number}].text after ${kept} characters`)
  return ignored
}
