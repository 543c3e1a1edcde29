import { inOneLine, markdownLink } from '../text/link.js'
import { isRecord } from '../values/keys.js'
import { escapeLabel, escapeMarkdown } from './escape-markdown.js'
import { fromMrkdwn, labelFromMrkdwn } from './mrkdwn.js'

/** Records that part of a block has no effect, by its place and type. */
export type ReportIgnored = (inside: string, type: unknown) => void

/** Returns whether markdown has anything visible. */
export const isSeen = (markdown: string) => markdown.trim() !== ''

export function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns a list's elements, or none if the value is not a list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns an image by its `image_url`. Images that only Slack hosts cannot be shown. */
export function image(value: Record<string, unknown>): string {
  const url = stringIn(value.image_url)
  return url === '' ? '' : `!${markdownLink(escapeLabel(stringIn(value.alt_text)), url)}`
}

/** Returns an element as markdown: a text, an image, or a button with a URL. Others, such as menus, are recorded as ignored. */
export function element(value: unknown, inside: string, report: ReportIgnored): string {
  if (!isRecord(value)) return ''
  const written = elementAsMarkdown(value)
  if (!isSeen(written)) report(inside, value.type)
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

/** Returns a link if there is a URL. A button without one calls its app, so nothing is shown. */
function linkTo(url: unknown, name: string): string {
  return typeof url === 'string' && url !== '' && name !== '' ? markdownLink(name, url) : ''
}

/** Returns a text object as markdown: `mrkdwn`, or `plain_text`, which shows as written. A bare string, which Slack rejects, is read as mrkdwn. */
export function words(value: unknown): string {
  return written(value, fromMrkdwn, escapeMarkdown)
}

/** Returns a text object on one line, for headings and cells. */
export function line(value: unknown): string {
  return inOneLine(words(value))
}

/** Returns a text object as the label of a link. */
export function label(value: unknown): string {
  return inOneLine(written(value, labelFromMrkdwn, escapeLabel))
}

function written(value: unknown, mrkdwn: (text: string) => string, plain: (text: string) => string): string {
  if (typeof value === 'string') return mrkdwn(value)
  if (!isRecord(value) || typeof value.text !== 'string') return ''
  return value.type === 'plain_text' ? plain(value.text) : mrkdwn(value.text)
}
