import type { Attachment } from '@posthorn/core'
import type { Adapted, Adapter } from '../adapter.js'
import { foreignMarkdown, googleMarks } from '../chats/foreign-markdown.js'
import { noteCut, webAddress } from '../chats/shown.js'
import { unusedKeys } from '../chats/unused.js'
import { joined, link, plain, shownLine, truncate } from '../markdown.js'
import type { Native } from '../native.js'

const maxTitle = 256
const maxText = 8000
const maxLabel = 200

/** Characters of HTML that are converted in all cards of a message. */
const maxRead = 40_000

type Room = { left: number }

type Found = {
  lines: string[]
  images: string[]
  actions: Record<string, unknown>[]
  ignored: string[]
  room: Room
}

/** Converts the buttons below a message. */
function readAccessories(widgets: Native, ignored: string[], room: Room): Partial<Attachment>[] {
  const found: Found = { lines: [], images: [], actions: [], ignored, room }
  for (const [index, widget] of widgets.items.entries())
    addWidget(found, widget, `accessoryWidgets[${index}]`)
  return found.actions.length > 0 ? [{ actions: found.actions }] : []
}

/** Converts a card of version 1 or 2: its header, its texts in their order, its first picture, and its links. */
function readCard(card: Native, at: string, ignored: string[], room: Room): Partial<Attachment> {
  const found: Found = { lines: [], images: [], actions: [], ignored, room }
  for (const [index, section] of card.at('sections').items.entries()) {
    found.lines.push(bold(found, section.at('header').text))
    addWidgets(found, section.at('widgets'), `${at}.sections[${index}].widgets`)
  }
  const footer = card.at('fixedFooter')
  for (const name of ['primaryButton', 'secondaryButton'])
    if (footer.at(name).exists) addButton(found, footer.at(name), `${at}.fixedFooter.${name}`)
  const [image = '', ...others] = found.images
  if (others.length > 0) ignored.push(`${at} (pictures after the first)`)
  const text = joined(found.lines, '\n\n')
  if (room.left > 0) noteCut(text, maxText, `${at}.sections`, ignored)
  else ignored.push(`${at}.sections after ${maxRead} characters`)
  const header = card.at('header')
  const all = {
    title: shownLine(header.at('title').text, maxTitle),
    author_name: shownLine(header.at('subtitle').text, maxTitle),
    thumb_url: webAddress(header.at('imageUrl').text),
    text: truncate(text, maxText),
    image_url: image,
    actions: found.actions,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value.length > 0))
}

function addWidgets(found: Found, widgets: Native, at: string): void {
  for (const [index, widget] of widgets.items.entries()) {
    const own = `${at}[${index}]`
    if (widget.at('columns').exists) addColumns(found, widget.at('columns', 'columnItems'), own)
    else addWidget(found, widget, own)
  }
}

function addColumns(found: Found, columns: Native, at: string): void {
  for (const [index, column] of columns.items.entries())
    for (const [number, widget] of column.at('widgets').items.entries())
      addWidget(found, widget, `${at}.columns[${index}][${number}]`)
}

function addWidget(found: Found, widget: Native, at: string): void {
  const before = found.lines.length + found.images.length + found.actions.length
  const paragraph = widget.at('textParagraph', 'text').text
  noteCut(paragraph, maxText, `${at}.textParagraph`, found.ignored)
  if (paragraph !== '') found.lines.push(converted(found, paragraph, maxText))
  for (const kind of ['decoratedText', 'keyValue']) addLabelled(found, widget.at(kind), `${at}.${kind}`)
  addGrid(found, widget.at('grid'), `${at}.grid`)
  const image = webAddress(widget.at('image', 'imageUrl').text)
  if (image !== '') found.images.push(image)
  const buttons = [
    ...widget.at('buttonList', 'buttons').items,
    ...widget.at('buttons').items,
    ...widget.at('chipList', 'chips').items,
  ]
  for (const button of buttons) addButton(found, button, at)
  const isShown = found.lines.length + found.images.length + found.actions.length > before
  if (!isShown && !widget.at('divider').exists) found.ignored.push(at)
}

function addLabelled(found: Found, widget: Native, at: string): void {
  if (!widget.exists) return
  const text = widget.at('text').text || widget.at('content').text
  noteCut(text, maxText, at, found.ignored)
  const label = bold(found, widget.at('topLabel').text)
  found.lines.push(
    joined([
      label,
      converted(found, text, maxText),
      converted(found, widget.at('bottomLabel').text, maxLabel),
    ]),
  )
  const opened = widget.at('onClick', 'openLink', 'url').text
  if (opened !== '') addButton(found, widget, at)
  if (widget.at('button').exists) addButton(found, widget.at('button'), at)
}

/** Shows the items of a grid as lines. */
function addGrid(found: Found, grid: Native, at: string): void {
  const items = grid.at('items').items
  const lines = items.map(item => {
    const texts = [item.at('title').text, item.at('subtitle').text]
    return joined(
      texts.map(text => converted(found, text, maxLabel)),
      ' · ',
    )
  })
  const shown = joined([bold(found, grid.at('title').text), ...lines], '\n')
  if (shown !== '') found.lines.push(shown)
  for (const item of items) {
    const image = webAddress(item.at('image', 'imageUri').text)
    if (image !== '') found.images.push(image)
  }
  if (items.some(item => item.at('image').exists && !webAddress(item.at('image', 'imageUri').text)))
    found.ignored.push(`${at} (pictures)`)
}

/** `textButton` and `imageButton` are of version 1. */
function addButton(found: Found, button: Native, at: string): void {
  const own =
    ['textButton', 'imageButton'].map(name => button.at(name)).find(({ exists }) => exists) ?? button
  const url = webAddress(own.at('onClick', 'openLink', 'url').text)
  const label = ['text', 'label', 'altText', 'name'].map(name => own.at(name).text).find(text => text !== '')
  if (url === '') found.ignored.push(`${at} (button)`)
  else found.actions.push({ text: shownLine(label ?? url, maxLabel), url })
}

function bold(found: Found, text: string): string {
  const shown = converted(found, text.slice(0, 2 * maxLabel).replaceAll('<', ' <'), maxLabel).replaceAll(
    '**',
    '',
  )
  return shown === '' ? '' : `**${shown}**`
}

const maxCards = 10

const shownKeys = new Set(['text', 'cards', 'cardsV2', 'accessoryWidgets', 'thread', 'fallbackText'])

/** Where a body with a text has one of these, it is Teams' or Slack's. */
const foreignKeys = ['@type', 'attachments', 'blocks']

/** The bodies of Google Chat's webhooks (docs/behaviour.md, payloads of other chats). */
export const googleChat: Adapter = {
  name: 'googlechat',
  title: 'Google Chat',
  showsAll: true,
  headers: [],
  params: { threadKey: 'thread_key' },
  matches: (_headers, body) =>
    body.at('cardsV2', '0', 'card').exists ||
    body.at('cards', '0', 'sections').exists ||
    body.at('cards', '0', 'header').exists,
  lacks: (_headers, body) => {
    const hasCards = ['cards', 'cardsV2', 'accessoryWidgets'].some(key => body.at(key).exists)
    const hasText = ['text', 'fallbackText'].some(key => body.at(key).exists)
    const isOwn = hasCards || (hasText && !foreignKeys.some(key => body.at(key).exists))
    return isOwn ? undefined : '`text` alone, `cards` or `cardsV2`'
  },
  read: (_headers, body): Adapted => {
    const ignored = unusedKeys(body, shownKeys)
    const cards = [
      ...body.at('cards').items.map((card, index) => ({ card, at: `cards[${index}]` })),
      ...body
        .at('cardsV2')
        .items.map((each, index) => ({ card: each.at('card'), at: `cardsV2[${index}].card` })),
    ]
    if (cards.length > maxCards) ignored.push(`cards after the first ${maxCards}`)
    const room = { left: maxRead }
    const attachments = [
      ...cards.slice(0, maxCards).map(({ card, at }) => readCard(card, at, ignored, room)),
      ...readAccessories(body.at('accessoryWidgets'), ignored, room),
    ].filter(card => Object.keys(card).length > 0)
    const threadKey = body.at('thread', 'threadKey').text
    const text = body.at('text').text || (attachments.length === 0 ? body.at('fallbackText').text : '')
    noteCut(text, maxText, 'text', ignored)
    return {
      event: 'message',
      text: foreignMarkdown(text, { most: maxText, tags: googleMarks }),
      ...(attachments.length > 0 && { attachments }),
      ...(threadKey !== '' && { threadKey }),
      ...(ignored.length > 0 && { ignored }),
    }
  },
}

/** The tags that cards may have. Text in between is shown as written. */
const piece =
  /<a\s[^<>]{0,20}?href="([^"<>]{1,2000})"[^<>]{0,200}>([^<>]{0,2000})<\/a>|<(\/?)(\w{1,10})[^<>]{0,200}>/gi

const marks: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  s: '~~',
  strike: '~~',
  del: '~~',
}

/** Converts a text, as long as the message has room. */
function converted({ room }: Found, html: string, most: number): string {
  if (room.left <= 0) return ''
  room.left -= Math.min(html.length, most)
  return htmlToMarkdown(html, most)
}

/** Returns the text of a card's widget as markdown on as many lines. It mentions nobody. */
function htmlToMarkdown(html: string, most: number): string {
  return truncate(html, most)
    .replace(/<li\b[^<>]{0,200}>/gi, '\n• ')
    .replace(/<\/?(?:ul|ol)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<\/li>/gi, '')
    .split(/<br\s{0,5}\/?>|\r\n|\n/i)
    .map(lineToMarkdown)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A mark counts only around a piece without other tags, so that marks are always in pairs. */
function lineToMarkdown(line: string): string {
  let written = ''
  let from = 0
  let opened = ''
  for (const found of line.matchAll(piece)) {
    const [tag, address, label = '', slash, name = ''] = found
    const text = line.slice(from, found.index)
    written += slash === '/' && name.toLowerCase() === opened ? marked(text, opened) : shown(text)
    if (address !== undefined) written += link(decoded(label), decoded(address))
    opened = slash === '' && address === undefined ? name.toLowerCase() : ''
    from = found.index + tag.length
  }
  return written + shown(line.slice(from))
}

function marked(text: string, tag: string): string {
  const mark = Object.hasOwn(marks, tag) ? marks[tag] : ''
  return shown(text).replace(/\S(?:.*\S)?/, all => `${mark}${all}${mark}`)
}

/** Keeps the spaces around a text, because other pieces follow. */
function shown(text: string): string {
  const [before = ''] = /^\s/.exec(text) ?? []
  const [after = ''] = /\s$/.exec(text) ?? []
  const words = plain(decoded(text), 8000)
  return words === '' ? before : `${before && ' '}${words}${after && ' '}`
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

function decoded(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, entity => entities[entity] ?? entity)
}

/** Returns what Google Chat's clients read of a message. */
export function googleMessage(channelId: string, id: string) {
  const space = `spaces/${channelId}`
  return { name: `${space}/messages/${id}`, thread: { name: `${space}/threads/${id}` } }
}
