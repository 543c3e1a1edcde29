import { type Fields, fieldsIn, isFields, listIn, textField } from '../files/read-table.js'
import type { Records, Skip, SourceFile } from '../source.js'

type Post = Records['post']

/** The kinds of messages that people and programs wrote. All others report events. */
const written = new Set([
  ...['', 'bot_message', 'me_message', 'thread_broadcast', 'reply_broadcast'],
  ...['file_share', 'file_comment', 'slackbot_response'],
])

/** A message as a post of its conversation. `names`: of users and conversations by their IDs. */
export function slackPost(
  message: Fields,
  { channel, names, skip }: { channel: string; names: Map<string, string>; skip: Skip },
): Post | undefined {
  const ts = textField(message, 'ts')
  const [time, id] = [timeOf(ts), `${channel}/${ts}`]
  if (!time) return void skip('post', id, 'It has no timestamp.')
  if (!written.has(textField(message, 'subtype')))
    return void skip('post', id, 'It reports an event, such as a new member.')
  const named = withNames(message, names) as Fields
  const blocks = listIn(named, 'blocks')
  const isOnlyText = blocks.every(({ type }) => type === 'rich_text') && textField(named, 'text') !== ''
  return {
    ...{ id, ...time, channel_id: channel, format: 'slack' as const, root: rootOf(message, channel) },
    ...{ user_id: textField(message, 'user'), author: authorOf(message, names) },
    ...{ message: textField(named, 'text'), files: filesOf(message) },
    blocks: isOnlyText ? [] : blocks,
    attachments: listIn(named, 'attachments').filter(isNoPreview),
    props: iconOf(message),
  }
}

/** Seconds and microseconds: microseconds within the millisecond keep the order. */
function timeOf(ts: string): { create_at: number; order: number } | undefined {
  const [, seconds = '', micros = ''] = /^(\d{1,11})\.(\d{6})$/.exec(ts) ?? []
  if (seconds === '') return undefined
  return {
    create_at: Number(seconds) * 1000 + Math.floor(Number(micros) / 1000),
    order: Number(micros) % 1000,
  }
}

function rootOf(message: Fields, channel: string): Post['root'] {
  const ts = textField(message, 'thread_ts')
  const time = ts === textField(message, 'ts') ? undefined : timeOf(ts)
  return time ? { id: `${channel}/${ts}`, ...time } : null
}

function authorOf(message: Fields, names: Map<string, string>): string {
  const profile = fieldsIn(message, 'bot_profile')
  const known = names.get(textField(message, 'user'))
  return textField(message, 'username') || textField(profile, 'name') || known || 'unknown'
}

function iconOf(message: Fields): Record<string, string> {
  const icon = textField(fieldsIn(message, 'icons'), 'image_48')
  return icon.startsWith('https://') ? { override_icon_url: icon } : {}
}

/** Slack adds a preview of a linked page or message, which is not part of the message. */
const isNoPreview = (attachment: Fields) =>
  attachment.from_url === undefined && attachment.is_msg_unfurl !== true

function filesOf(message: Fields): SourceFile[] {
  return listIn(message, 'files').map(file => ({ id: textField(file, 'id'), name: textField(file, 'name') }))
}

const mention = /<([@#])([A-Z0-9]+)(?:\|([^>]*))?>/g

/** Replaces the IDs of users and conversations by names, in every text and in the elements of blocks. */
function withNames(value: unknown, names: Map<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(
      mention,
      (_, sign: string, id: string, label = '') => sign + (names.get(id) ?? (label || id)),
    )
  if (Array.isArray(value)) return value.map(one => withNames(one, names))
  if (!isFields(value)) return value
  const named = names.get(textField(value, value.type === 'user' ? 'user_id' : 'channel_id'))
  if (named !== undefined && (value.type === 'user' || value.type === 'channel'))
    return { type: 'text', text: (value.type === 'user' ? '@' : '#') + named }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNames(inner, names)]))
}
