import { type Attachment, type AttachmentField, isId } from '@posthorn/core'
import { utcMilliseconds } from '../../utc-time.js'
import type { Adapted, Adapter } from '../adapter.js'
import { type Allowed, discordTags, foreignMarkdown } from '../chats/foreign-markdown.js'
import { noteCut, webAddress } from '../chats/shown.js'
import { unusedKeys } from '../chats/unused.js'
import { joined, shownLine } from '../markdown.js'
import type { Native } from '../native.js'

/** Discord's limits: characters of a text and a label, and how deep components are in one another. */
const maxText = 4000
const maxLabel = 80
const maxDepth = 4

/** The numbers of Discord's kinds of component. */
const kinds = { button: 2, section: 9, text: 10, thumbnail: 11, gallery: 12, separator: 14 } as const
const linkStyle = 5

/** Characters of all texts in components that are converted. Discord takes 4,000. */
const maxRead = 40_000

/** `left`: how many characters are still converted. */
type Shown = { lines: string[]; images: string[]; links: Record<string, unknown>[]; left: number }

/** Converts components: texts in their order, the first picture, and buttons that open an address. Others do nothing here. */
function readComponents(
  components: Native,
  ignored: string[],
): { text: string; attachment?: Partial<Attachment> } {
  const shown: Shown = { lines: [], images: [], links: [], left: maxRead }
  for (const [index, component] of components.items.entries())
    ignored.push(...unshown(shown, component, `components[${index}]`, 0))
  const [image, ...others] = shown.images
  if (others.length > 0) ignored.push('components (pictures after the first)')
  const attachment = {
    ...(image !== undefined && { image_url: image }),
    ...(shown.links.length > 0 && { actions: shown.links }),
  }
  const text = joined(shown.lines, '\n\n')
  return Object.keys(attachment).length > 0 ? { text, attachment } : { text }
}

/** Adds a component and those inside it. Returns where those are that cannot be shown. */
function unshown(shown: Shown, component: Native, at: string, depth: number): string[] {
  const { number: kind } = component.at('type')
  if (kind === kinds.separator) return []
  if (kind === kinds.text) {
    const text = shown.left > 0 ? textOf(component.at('content')) : ''
    shown.left -= text.length
    return added(shown.lines, text, at)
  }
  if (kind === kinds.button) return added(shown.links, linkOf(component), at)
  if (kind === kinds.thumbnail) return added(shown.images, webAddress(component.at('media', 'url').text), at)
  const items = kind === kinds.gallery ? component.at('items') : component.at('components')
  if (items.length === 0 || depth >= maxDepth) return [at]
  const inside = items.items.flatMap((item, index) => {
    const own = `${at}.${kind === kinds.gallery ? 'items' : 'components'}[${index}]`
    if (kind !== kinds.gallery) return unshown(shown, item, own, depth + 1)
    return added(shown.images, webAddress(item.at('media', 'url').text), own)
  })
  const accessory = component.at('accessory')
  return kind === kinds.section && accessory.exists
    ? [...inside, ...unshown(shown, accessory, `${at}.accessory`, depth + 1)]
    : inside
}

function added<Item>(list: Item[], item: Item | '' | undefined, at: string): string[] {
  if (!item) return [at]
  list.push(item)
  return []
}

function textOf(content: Native): string {
  return foreignMarkdown(content.text, { most: maxText, tags: discordTags })
}

function linkOf(button: Native): Record<string, unknown> | undefined {
  const url = webAddress(button.at('url').text)
  if (button.at('style').number !== linkStyle || url === '') return undefined
  const { text: emoji } = button.at('emoji', 'name')
  const sign = /^\p{Extended_Pictographic}/u.test(emoji) ? emoji : '' // others are names of a server's own emoji
  return { text: shownLine(joined([sign, button.at('label').text]) || url, maxLabel), url }
}

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
function readEmbed(embed: Native, at: string, ignored: string[]): Partial<Attachment> {
  const text = (...keys: string[]) => embed.at(...keys).text
  ignored.push(...unusedKeys(embed, shownKeys, `${at}.`))
  noteCut(text('description'), maxDescription, `${at}.description`, ignored)
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
  return withoutEmpty(attachment)
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
  const shown = fields.items.slice(0, maxFields).map((field, index) => {
    const { text: value } = field.at('value')
    noteCut(value, maxValue, `${at}.fields[${index}].value`, ignored)
    return {
      title: shownLine(field.at('name').text, maxTitle),
      value: markdown(value, maxValue),
      short: field.at('inline').isTrue,
    }
  })
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
  const ms = utcMilliseconds(timestamp)
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : null
}

function withoutEmpty(attachment: Partial<Attachment>): Partial<Attachment> {
  return Object.fromEntries(Object.entries(attachment).filter(([, value]) => value !== '' && value !== null))
}

/** Discord takes 2,000 characters and 10 embeds. */
const maxContent = 8000
const maxEmbeds = 10
const maxName = 80

const discordShownKeys = new Set(
  'content embeds components username avatar_url allowed_mentions attachments'.split(' '),
)

/** The body of Discord's webhooks (docs/behaviour.md, payloads of other chats). */
export const discord: Adapter = {
  name: 'discord',
  title: 'Discord',
  showsAll: true,
  headers: [],
  params: { thread_id: 'root_id' },
  matches: (_headers, body) =>
    body.at('content').text !== '' ||
    body.at('embeds').length > 0 ||
    body.at('components', '0', 'type').number !== undefined,
  lacks: (_headers, body) => {
    const hasFiles = body
      .at('attachments')
      .items.some(file => file.at('id').exists || (file.at('filename').exists && !file.at('base64').exists))
    const isOwn = hasFiles || ['content', 'embeds', 'components', 'poll'].some(key => body.at(key).exists)
    return isOwn ? undefined : '`content`, `embeds` or `components`'
  },
  read: (_headers, body) => {
    const { ids: fileIds, unstored } = filesOf(body)
    const ignored = [...unusedKeys(body, discordShownKeys), ...unstored]
    const shown = shownOf(body, ignored)
    const isEmpty = shown.text === '' && !shown.attachments && fileIds.length === 0
    if (isEmpty && unstored.length > 0) return { event: 'message', skipped: onlyFiles, ignored }
    return { ...shown, ...(fileIds.length > 0 && { fileIds }), ...(ignored.length > 0 && { ignored }) }
  },
}

const onlyFiles =
  'The message has nothing but files, which are not stored. Upload them with files.getUploadURLExternal and files.completeUploadExternal.'

/** Returns what can be shown of a message. Adds what cannot to `ignored`. */
function shownOf(body: Native, ignored: string[]): Adapted {
  const { text: content } = body.at('content')
  noteCut(content, maxContent, 'content', ignored)
  const embeds = body.at('embeds')
  if (embeds.length > maxEmbeds) ignored.push(`embeds after the first ${maxEmbeds}`)
  const mentions = allowedMentions(body.at('allowed_mentions'))
  const components = readComponents(body.at('components'), ignored)
  const attachments = [
    ...embeds.items.slice(0, maxEmbeds).map((embed, index) => readEmbed(embed, `embeds[${index}]`, ignored)),
    ...(components.attachment ? [components.attachment] : []),
  ]
  const username = shownLine(body.at('username').text, maxName)
  const iconUrl = webAddress(body.at('avatar_url').text)
  return {
    event: 'message',
    text: joined(
      [
        foreignMarkdown(content, { most: maxContent, mentions, tags: discordTags }),
        pollOf(body.at('poll')),
        components.text,
      ],
      '\n\n',
    ),
    ...(attachments.length > 0 && { attachments }),
    ...(username !== '' && { username }),
    ...(iconUrl !== '' && { iconUrl }),
  }
}

const maxAnswers = 10

/** Returns the question and answers of a poll, in which nobody can vote here. */
function pollOf(poll: Native): string {
  const answers = poll.at('answers').items.slice(0, maxAnswers)
  const question = textOf(poll.at('question', 'text'))
  return joined([question, ...answers.map(answer => `- ${textOf(answer.at('poll_media', 'text'))}`)], '\n')
}

/**
 * Returns whom a message mentions. Without `allowed_mentions`, Discord mentions everyone; here, nobody. Its users' numbers mean
 * nothing here, so `users` may have names.
 */
function allowedMentions(allowed: Native): Allowed {
  const kinds = new Set(allowed.at('parse').items.map(({ text }) => text))
  const names = new Set(allowed.at('users').items.map(({ text }) => text.toLowerCase()))
  return {
    everyone: kinds.has('everyone'),
    users: name => kinds.has('users') || names.has(name.toLowerCase()),
  }
}

/** Returns the files of a message that were stored, whose ids are ours, and the names of others. */
function filesOf(body: Native): { ids: string[]; unstored: string[] } {
  const files = body.at('attachments').items
  const isStored = (file: Native) => isId(file.at('id').text)
  return {
    ids: files.filter(isStored).map(file => file.at('id').text),
    unstored: files
      .filter(file => !isStored(file))
      .map(file => `file ${file.at('filename').text || file.at('description').text || 'attachment'}`),
  }
}
