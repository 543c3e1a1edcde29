import { isRecord } from '../../values/keys.js'
import { escapeLabel, escapeMarkdown } from './escape-markdown.js'
import { fromMrkdwn, labelFromMrkdwn } from './mrkdwn.js'

/** A text object as markdown: `mrkdwn`, or `plain_text`, which says what it says. A bare string, which Slack refuses, is read as mrkdwn. */
export function words(value: unknown): string {
  return written(value, fromMrkdwn, escapeMarkdown)
}

/** A text object's own words on one line, for where markdown has room for one: headings, cells. */
export function line(value: unknown): string {
  return inOneLine(words(value))
}

/** The same as the label of a link. */
export function label(value: unknown): string {
  return inOneLine(written(value, labelFromMrkdwn, escapeLabel))
}

function written(value: unknown, mrkdwn: (text: string) => string, plain: (text: string) => string): string {
  if (typeof value === 'string') return mrkdwn(value)
  if (!isRecord(value) || typeof value.text !== 'string') return ''
  return value.type === 'plain_text' ? plain(value.text) : mrkdwn(value.text)
}

/** Lines joined by a space. Without a regular expression, which a long run of spaces would keep busy. */
export function inOneLine(text: string): string {
  return text
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '')
    .join(' ')
}
