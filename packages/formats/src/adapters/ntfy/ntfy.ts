import { readMarkdown } from '../../markup/markdown.js'
import { writeMarkup } from '../../markup/write.js'
import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { listOnLine } from '../alerts/alert.js'
import { webAddress } from '../chats/shown.js'
import { unusedKeys } from '../chats/unused.js'
import { eventName, notShown, withDeliveryId } from '../forges/events.js'
import { bold, joined, link, plain, plainLines } from '../markdown.js'
import type { Native } from '../native.js'

/** Of messages that are published and of those that subscribers get. The second line has no visible effect. */
const shownKeys = new Set([
  ...[
    'topic',
    'title',
    'message',
    'priority',
    'tags',
    'click',
    'actions',
    'attach',
    'attachment',
    'filename',
  ],
  ...['id', 'time', 'expires', 'event', 'icon', 'markdown', 'content_type', 'sequence_id'],
])

/** Those that say how to deliver a message have no effect here. */
const knownKeys = new Set([...shownKeys, 'email', 'call', 'delay', 'cache', 'firebase', 'template'])

/** ntfy's JSON (https://docs.ntfy.sh/publish/#publish-as-json), as publishers send it and subscribers get it. */
export const ntfy: Adapter = {
  name: 'ntfy',
  title: 'ntfy',
  showsAll: true,
  headers: [],
  matches: (_headers, body) =>
    body.at('topic').text !== '' &&
    unusedKeys(body, knownKeys).length === 0 &&
    (body.at('message').text !== '' || body.at('event').text !== ''),
  lacks: (_headers, body) => (body.at('topic').text === '' ? 'the field `topic`' : undefined),
  read: (_headers, body) => {
    const event = body.at('event').text || 'message'
    if (event !== 'message') return notShown(eventName(event))
    return withDeliveryId(readMessage(body), body.at('id').text)
  },
}

/** From 1 to 5. The usual one is not shown. */
const priorities = new Map([
  [1, { sign: '', words: 'lowest priority' }],
  [2, { sign: '', words: 'low priority' }],
  [4, { sign: '⚠️', words: 'high priority' }],
  [5, { sign: '🔥', words: 'highest priority' }],
])

const maxText = 8000
/** The message that ntfy shows where there is none. */
const noMessage = 'triggered'

function readMessage(body: Native): Adapted | Skipped {
  const ignored = unusedKeys(body, shownKeys)
  const { sign = '', words = '' } = priorities.get(body.at('priority').number ?? 3) ?? {}
  const label = body.at('title').text
  const notes = [
    words,
    listOnLine(body.at('tags').items.map(tag => plain(tag.text, 60))),
    `topic ${plain(body.at('topic').text, 80)}`,
  ]
  const note = `(${joined(notes, ', ')})`
  const title = label === '' ? '' : bold(link(label, body.at('click').text))
  const click = label === '' && link('open', body.at('click').text)
  const written = messageOf(body)
  const links = [...linksOf(body, ignored), attachmentOf(body, ignored), click !== 'open' && click]
  const text =
    label === ''
      ? joined([joined([sign, written || noMessage, note]), joined(links, ' · ')], '\n')
      : joined([joined([sign, title, note]), written, joined(links, ' · ')], '\n')
  const icon = webAddress(body.at('icon').text)
  return {
    event: 'message',
    text,
    ...(icon !== '' && { iconUrl: icon }),
    ...(ignored.length > 0 && { ignored }),
  }
}

function messageOf(body: Native): string {
  const { text } = body.at('message')
  const isMarkdown = body.at('markdown').isTrue || body.at('content_type').text === 'text/markdown'
  return isMarkdown ? writeMarkup(readMarkdown(text), maxText) : plainLines(text, maxText)
}

const maxActions = 10
const actionKeys = new Set(['action', 'label', 'url', 'id', 'clear'])

/** Only actions that open an address have an effect. */
function linksOf(body: Native, ignored: string[]): string[] {
  const actions = body.at('actions')
  if (actions.length > maxActions) ignored.push(`actions after the first ${maxActions}`)
  return actions.items.slice(0, maxActions).flatMap((action, index) => {
    const url = action.at('action').text === 'view' ? webAddress(action.at('url').text) : ''
    if (url !== '') ignored.push(...unusedKeys(action, actionKeys, `actions[${index}].`))
    if (url !== '') return [link(action.at('label').text || url, url)]
    ignored.push(`actions[${index}]`)
    return []
  })
}

/** Publishers send the address in `attach`, subscribers get an object. */
function attachmentOf(body: Native, ignored: string[]): string {
  const attachment = body.at('attachment')
  const url = body.at('attach').text || attachment.at('url').text
  const name = body.at('filename').text || attachment.at('name').text
  ignored.push(...unusedKeys(attachment, new Set(['name', 'url', 'size', 'expires']), 'attachment.'))
  return url === '' && name === '' ? '' : link(name || 'attachment', url)
}
