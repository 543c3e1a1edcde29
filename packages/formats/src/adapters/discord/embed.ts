import type { Attachment, AttachmentField } from '@posthorn/core'
import { fitAttachment, shownLine, webAddress } from '../chats/fit-attachment.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { unusedKeys } from '../chats/unused.js'
import type { Native } from '../native.js'
import { discordTags } from './tags.js'

/** Discord's limits, in characters. */
const maxTitle = 256
const maxDescription = 4096
const maxValue = 1024
const maxFooter = 500
const maxFields = 25
const maxColour = 0xffffff

const shownKeys = new Set(
  'title type description url timestamp color footer image thumbnail author fields'.split(' '),
)

/** Converts an embed. What cannot be shown is added to `ignored`. */
export function readEmbed(embed: Native, at: string, ignored: string[]): Partial<Attachment> {
  const text = (...keys: string[]) => embed.at(...keys).text
  ignored.push(...unusedKeys(embed, shownKeys, `${at}.`))
  const attachment = {
    color: colourOf(embed.at('color').number),
    title: shownLine(text('title'), maxTitle),
    text: markdown(text('description'), maxDescription),
    fields: fieldsOf(embed.at('fields'), at, ignored),
    author_name: shownLine(text('author', 'name'), maxTitle),
    footer: shownLine(text('footer', 'text'), maxFooter),
    ts: secondsOf(text('timestamp')),
    ...addressesOf(embed, at, ignored),
  }
  return fitAttachment(withoutEmpty(attachment), at, ignored)
}

/** Returns the addresses of an embed. Files of the same message, `attachment://…`, are not stored. */
function addressesOf(embed: Native, at: string, ignored: string[]) {
  const address = (...keys: string[]) => {
    const { text } = embed.at(...keys)
    const shown = webAddress(text)
    if (text !== '' && shown === '') ignored.push(`${at}.${keys.join('.')}`)
    return shown
  }
  return {
    title_link: address('url'),
    author_link: address('author', 'url'),
    author_icon: address('author', 'icon_url'),
    image_url: address('image', 'url'),
    thumb_url: address('thumbnail', 'url'),
    footer_icon: address('footer', 'icon_url'),
  }
}

function fieldsOf(fields: Native, at: string, ignored: string[]): AttachmentField[] | null {
  if (fields.length > maxFields) ignored.push(`${at}.fields after the first ${maxFields}`)
  const shown = fields.items.slice(0, maxFields).map(field => ({
    title: shownLine(field.at('name').text, maxTitle),
    value: markdown(field.at('value').text, maxValue),
    short: field.at('inline').isTrue,
  }))
  return shown.length > 0 ? shown : null
}

function markdown(text: string, most: number): string {
  return foreignMarkdown(text, { most, tags: discordTags })
}

function colourOf(colour: number | undefined): string {
  const isColour = Number.isInteger(colour) && colour !== undefined && colour >= 0 && colour <= maxColour
  return isColour ? `#${colour.toString(16).padStart(6, '0')}` : ''
}

function secondsOf(timestamp: string): number | null {
  const ms = Date.parse(timestamp)
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : null
}

function withoutEmpty(attachment: Partial<Attachment>): Partial<Attachment> {
  return Object.fromEntries(Object.entries(attachment).filter(([, value]) => value !== '' && value !== null))
}
