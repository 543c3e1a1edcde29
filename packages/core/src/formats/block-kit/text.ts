import { isRecord } from '../../payload/keys.js'
import { escapeMarkdown } from './escape-markdown.js'
import { fromMrkdwn } from './mrkdwn.js'

/** A text object as markdown: `mrkdwn`, or `plain_text`, which says what it says. A bare string, which Slack refuses, is read as mrkdwn. */
export function words(value: unknown): string {
  if (typeof value === 'string') return fromMrkdwn(value)
  if (!isRecord(value) || typeof value.text !== 'string') return ''
  return value.type === 'plain_text' ? escapeMarkdown(value.text) : fromMrkdwn(value.text)
}

/** A text object's own words on one line, for where markdown has room for one: headings, labels, cells. */
export function line(value: unknown): string {
  return inOneLine(words(value))
}

/** Lines joined by a space. Without a regular expression, which a long run of spaces would keep busy. */
export function inOneLine(text: string): string {
  return text
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '')
    .join(' ')
}
