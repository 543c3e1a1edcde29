import type { Attachment } from '@posthorn/core'
import { shownLine, webAddress } from '../chats/fit-attachment.js'
import { joined, truncate } from '../markdown.js'
import type { Native } from '../native.js'
import { htmlToMarkdown } from './html-to-markdown.js'

const maxTitle = 256
const maxText = 8000
const maxLabel = 200

type Found = { lines: string[]; images: string[]; actions: Record<string, unknown>[]; ignored: string[] }

/** Converts the buttons below a message. */
export function readAccessories(widgets: Native, ignored: string[]): Partial<Attachment>[] {
  const found: Found = { lines: [], images: [], actions: [], ignored }
  for (const [index, widget] of widgets.items.entries())
    addWidget(found, widget, `accessoryWidgets[${index}]`)
  return found.actions.length > 0 ? [{ actions: found.actions }] : []
}

/** Converts a card of version 1 or 2: its header, its texts in their order, its first picture, and its links. */
export function readCard(card: Native, at: string, ignored: string[]): Partial<Attachment> {
  const found: Found = { lines: [], images: [], actions: [], ignored }
  for (const [index, section] of card.at('sections').items.entries()) {
    found.lines.push(bold(section.at('header').text))
    addWidgets(found, section.at('widgets'), `${at}.sections[${index}].widgets`)
  }
  const footer = card.at('fixedFooter')
  for (const name of ['primaryButton', 'secondaryButton'])
    if (footer.at(name).exists) addButton(found, footer.at(name), `${at}.fixedFooter.${name}`)
  const [image = '', ...others] = found.images
  if (others.length > 0) ignored.push(`${at} (pictures after the first)`)
  const header = card.at('header')
  const all = {
    title: shownLine(header.at('title').text, maxTitle),
    author_name: shownLine(header.at('subtitle').text, maxTitle),
    thumb_url: webAddress(header.at('imageUrl').text),
    text: truncate(joined(found.lines, '\n\n'), maxText),
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
  if (paragraph !== '') found.lines.push(htmlToMarkdown(paragraph, maxText))
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
  const label = bold(widget.at('topLabel').text)
  found.lines.push(
    joined([label, htmlToMarkdown(text, maxText), htmlToMarkdown(widget.at('bottomLabel').text, maxLabel)]),
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
      texts.map(text => htmlToMarkdown(text, maxLabel)),
      ' · ',
    )
  })
  const shown = joined([bold(grid.at('title').text), ...lines], '\n')
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

function bold(text: string): string {
  const shown = htmlToMarkdown(text.replaceAll('<', ' <'), maxLabel).replaceAll('**', '')
  return shown === '' ? '' : `**${shown}**`
}
