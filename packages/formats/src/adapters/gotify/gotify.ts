import { readMarkdown } from '../../markup/markdown.js'
import { writeMarkup } from '../../markup/write.js'
import type { Adapted, Adapter } from '../adapter.js'
import { unusedKeys } from '../chats/unused.js'
import { withDeliveryId } from '../forges/events.js'
import { jsonLeaves, listOfLeaves } from '../json/describe.js'
import { bold, joined, link, plainLines } from '../markdown.js'
import type { Native } from '../native.js'

const keys = new Set('title message priority extras id appid date'.split(' '))

/** Gotify's messages (https://gotify.net/docs/pushmsg), as programs send them and its stream repeats them. */
export const gotify: Adapter = {
  name: 'gotify',
  title: 'Gotify',
  headers: [],
  matches: (_headers, body) =>
    body.at('message').text !== '' &&
    unusedKeys(body, keys).length === 0 &&
    (body.at('priority').number !== undefined || body.at('extras').exists || body.at('appid').exists),
  lacks: (_headers, body) => {
    const isOwn =
      body.at('priority').exists || body.at('extras').exists || unusedKeys(body, keys).length === 0
    const isNtfys = body.at('topic').exists
    return isOwn && !isNtfys && body.at('message').text !== ''
      ? undefined
      : 'a `message`, and other fields only with a `priority`'
  },
  read: (_headers, body) => {
    const id = body.at('id').text
    return withDeliveryId(readMessage(body), id === '' ? '' : joined([body.at('appid').text, id], '/'))
  },
}

const maxText = 8000
/** Gotify's apps make a sound from 4, and show a banner from 8. */
const highPriority = 8

function readMessage(body: Native): Adapted {
  const ignored = unusedKeys(body, keys)
  const extras = body.at('extras')
  const click = extras.at('client::notification', 'click', 'url').text
  const isMarkdown = extras.at('client::display', 'contentType').text === 'text/markdown'
  const { text } = body.at('message')
  const written = isMarkdown ? writeMarkup(readMarkdown(text), maxText) : plainLines(text, maxText)
  const priority = body.at('priority').number
  const note = priority !== undefined && `(priority ${priority})`
  const sign = (priority ?? 0) >= highPriority && '🔥'
  const title = body.at('title').text
  const head = title === '' ? written : bold(link(title, click))
  const lines = [joined([sign, head, note]), title !== '' && written, title === '' && opened(click)]
  const list = listOfLeaves(restOf(extras, ignored), ignored)
  return {
    event: 'message',
    text: joined(lines, '\n'),
    ...(list !== '' && { attachments: [{ text: list }] }),
    ...(ignored.length > 0 && { ignored }),
  }
}

function opened(click: string): string {
  const shown = link('Open', click)
  return shown === 'Open' ? '' : shown
}

/** Values in `extras` of the sender's own. */
function restOf(extras: Native, ignored: string[]) {
  const shown = new Set(['client::display.contentType', 'client::notification.click.url'])
  return jsonLeaves(extras, ignored).filter(({ path }) => !shown.has(path.join('.')))
}
