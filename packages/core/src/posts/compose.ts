import { postLimit } from '../limits.js'
import type { Attachment } from '../payload/attachment.js'
import type { Payload } from '../payload/payload.js'
import { translateAttachment } from '../payload/translate-attachment.js'
import { type Render, renderAttachment } from '../render/attachment.js'
import { renderMarkdown } from '../render/markdown.js'
import { reopenBlocks } from '../render/reopen-blocks.js'
import { split } from '../text/split.js'
import { translate } from '../text/translate.js'
import { paginateAttachments } from './paginate-attachments.js'
import { type Appearance, baseProps, countedProps } from './props.js'

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
