import { markdownLink } from '../../text/link.js'
import { isRecord } from '../../values/keys.js'
import { escapeLabel } from './escape-markdown.js'
import { label, words } from './text.js'

/** Notes that something inside a block has no effect: where it stands in it, and of what type it is. */
export type Tell = (inside: string, type: unknown) => void

/** Has something that can be seen. */
export const isSeen = (markdown: string) => markdown.trim() !== ''

export function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A list's elements; none where there is no list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** An image by its `image_url`; one that only Slack has cannot be shown. */
export function image(value: Record<string, unknown>): string {
  const url = stringIn(value.image_url)
  return url === '' ? '' : `!${markdownLink(escapeLabel(stringIn(value.alt_text)), url)}`
}

/** What stands in a block beside words: a text, an image, a button that leads somewhere. The rest, menus and pickers, is told. */
export function element(value: unknown, inside: string, tell: Tell): string {
  if (!isRecord(value)) return ''
  const written = elementAsMarkdown(value)
  if (!isSeen(written)) tell(inside, value.type)
  return written
}

function elementAsMarkdown(value: Record<string, unknown>): string {
  switch (value.type) {
    case 'mrkdwn':
    case 'plain_text':
      return words(value)
    case 'image':
      return image(value)
    case 'button':
    case 'workflow_button':
      return linkTo(value.url, label(value.text))
    default:
      return ''
  }
}

/** A link where there is an address, else nothing: a button without one calls its program. */
function linkTo(url: unknown, name: string): string {
  return typeof url === 'string' && url !== '' && name !== '' ? markdownLink(name, url) : ''
}
