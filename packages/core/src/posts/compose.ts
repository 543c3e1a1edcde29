import type { Token } from 'markdown-it'
import { postLimit, propsLimit } from '../limits.js'
import { type Attachment, translateAttachment } from '../payload/attachment.js'
import { fitAttachment } from '../payload/fit-attachment.js'
import { listLength } from '../payload/limits-check.js'
import type { Payload } from '../payload/payload.js'
import { type Render, renderAttachment } from '../render/attachment.js'
import { parseBlocks, renderMarkdown } from '../render/markdown.js'
import { jsonLength } from '../text/code-points.js'
import { split } from '../text/split.js'
import { translate } from '../text/translate.js'
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

/** `cut`: what attachments lost to fit into a post, with its place. */
type AttachmentPages = { groups: Attachment[][]; cut: string[] }

const comma = ','.length

/**
 * Groups attachments into as few posts as their props allow, in order (docs/behaviour.md, splitting). `counted` are the props
 * next to them. An attachment that is too long for one post loses the ends of its longest texts. There is always a first group,
 * which may be empty: it belongs to the last text.
 */
export function paginateAttachments(
  attachments: Attachment[],
  counted: Record<string, unknown>,
): AttachmentPages {
  const groups: Attachment[][] = [[]]
  const lost: string[] = []
  if (attachments.length === 0) return { groups, cut: lost }
  const empty = jsonLength(counted) + listLength
  let total = empty
  for (const [number, attachment] of attachments.entries()) {
    const own = jsonLength(attachment)
    if (total > empty && total + own > propsLimit) {
      groups.push([])
      total = empty
    }
    const { fitted, cut } = fitAttachment(attachment, propsLimit - total)
    groups.at(-1)?.push(fitted)
    lost.push(...cut.map(name => `attachments[${number}].${name}`))
    total += own + comma
  }
  return { groups, cut: lost }
}

/**
 * Returns the text to put before the next part when it is rendered, if `part` ends inside a fence or a table: the line that
 * opens the fence, or the table's head. The next message itself does not change (docs/behaviour.md, rendering).
 */
function reopenBlocks(part: string): string {
  const { tokens, lines } = parseBlocks(part)
  return fenceAgain(tokens) ?? tableAgain(tokens, lines) ?? ''
}

function fenceAgain(tokens: Token[]): string | undefined {
  const last = tokens.findLastIndex(token => token.nesting >= 0)
  const { type, meta, markup, info } = tokens[last] ?? {}
  if (type !== 'fence' || !meta?.open) return undefined
  return `${'> '.repeat(quotesAround(tokens.slice(0, last)))}${markup}${info}\n`
}

function quotesAround(before: Token[]): number {
  const count = (type: string) => before.filter(token => token.type === type).length
  return count('blockquote_open') - count('blockquote_close')
}

/** A table continues only if nothing follows it, not even a blank line. */
function tableAgain(tokens: Token[], lines: string[]): string | undefined {
  if (tokens.at(-1)?.type !== 'table_close') return undefined
  const [first = 0, end = 0] = tokens.findLast(token => token.type === 'table_open')?.map ?? []
  const isLast = lines.length - end <= 1 && (lines[end] ?? '') === ''
  return isLast ? `${lines.slice(first, first + 2).join('\n')}\n` : undefined
}
