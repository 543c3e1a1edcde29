import { readHtml } from '../../markup/html.js'
import { readMarkdown } from '../../markup/markdown.js'
import { writeMarkup } from '../../markup/write.js'
import type { Adapted, Adapter } from '../adapter.js'
import { unusedKeys } from '../chats/unused.js'
import { jsonLeaves, listOfLeaves } from '../json/describe.js'
import { bold, joined, plain, plainLines } from '../markdown.js'
import type { Native } from '../native.js'

const signs = new Map([
  ['failure', '❌'],
  ['info', ''],
  ['success', '✅'],
  ['warning', '⚠️'],
])

/** Apprise's `json://` (https://appriseit.com/services/json/), and bodies made for its API. */
export const apprise: Adapter = {
  name: 'apprise',
  title: 'Apprise',
  headers: [],
  matches: (_headers, body) =>
    signs.has(body.at('type').text) &&
    (body.at('version').text !== '' ? body.at('message').text !== '' : body.at('body').text !== ''),
  lacks: (_headers, body) => {
    const isTyped = signs.has(body.at('type').text)
    const hasOwn = messageOf(body) !== '' || (body.at('message').exists && body.at('title').text !== '')
    const isApis = body.at('body').text !== '' && unusedKeys(body, shownKeys).length === 0
    return (isTyped && hasOwn) || isApis ? undefined : 'the field `type`, or `body` without other fields'
  },
  read: (_headers, body) => readNotification(body),
}

/** The field of `json://`, or that of the API. */
function messageOf(body: Native): string {
  return body.at('message').text || body.at('body').text
}

/** Fields that are shown, and those that say only how to send. */
const shownKeys = new Set('version title message body type format attachments urls tag tags'.split(' '))

const maxText = 8000

function readNotification(body: Native): Adapted {
  const ignored = body.at('attachments').items.map((_each, index) => `attachments[${index}]`)
  const type = body.at('type').text
  const sign = signs.get(type)
  const title = bold(plain(body.at('title').text))
  const written = writtenOf(body)
  const note = sign === undefined && type !== '' && `(${plain(type, 60)})`
  const rest = jsonLeaves(body, ignored).filter(({ path }) => !shownKeys.has(path[0] ?? ''))
  const list = listOfLeaves(rest, ignored)
  return {
    event: 'notification',
    text: title === '' ? joined([sign, written, note]) : joined([joined([sign, title, note]), written], '\n'),
    ...(list !== '' && { attachments: [{ text: list }] }),
    ...(ignored.length > 0 && { ignored }),
  }
}

function writtenOf(body: Native): string {
  const text = messageOf(body)
  const format = body.at('format').text
  if (format === 'html') return writeMarkup(readHtml(text), maxText)
  return format === 'markdown' ? writeMarkup(readMarkdown(text), maxText) : plainLines(text, maxText)
}
