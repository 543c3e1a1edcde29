import { inOneLine } from '../text/in-one-line.js'
import { isRecord } from '../values/keys.js'
import { escapeLabel, escapeMarkdown } from './escape-markdown.js'
import { fromMrkdwn, labelFromMrkdwn } from './mrkdwn.js'

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
