import { isId } from '@posthorn/core'
import type { Adapted, Adapter } from '../adapter.js'
import { fitAttachment, shownLine, webAddress } from '../chats/fit-attachment.js'
import { type Allowed, foreignMarkdown } from '../chats/foreign-markdown.js'
import { unusedKeys } from '../chats/unused.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { readComponents } from './components.js'
import { readEmbed } from './embed.js'
import { discordTags } from './tags.js'

/** Discord takes 2,000 characters and 10 embeds. */
const maxContent = 8000
const maxEmbeds = 10
const maxName = 80

const shownKeys = new Set(
  'content embeds components username avatar_url allowed_mentions attachments'.split(' '),
)

/** The body of Discord's webhooks (docs/behaviour.md, payloads of other chats). */
export const discord: Adapter = {
  name: 'discord',
  title: 'Discord',
  headers: [],
  params: { thread_id: 'root_id' },
  matches: (_headers, body) =>
    body.at('content').text !== '' ||
    body.at('embeds').length > 0 ||
    body.at('components', '0', 'type').number !== undefined,
  read: (_headers, body) => {
    const { ids: fileIds, unstored } = filesOf(body)
    const ignored = [...unusedKeys(body, shownKeys), ...unstored]
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
  if (content.length > maxContent) ignored.push(`content after ${maxContent} characters`)
  const embeds = body.at('embeds')
  if (embeds.length > maxEmbeds) ignored.push(`embeds after the first ${maxEmbeds}`)
  const mentions = allowedMentions(body.at('allowed_mentions'))
  const components = readComponents(body.at('components'), ignored)
  const attachments = [
    ...embeds.items.slice(0, maxEmbeds).map((embed, index) => readEmbed(embed, `embeds[${index}]`, ignored)),
    ...(components.attachment ? [fitAttachment(components.attachment, 'components', ignored)] : []),
  ]
  const username = shownLine(body.at('username').text, maxName)
  const iconUrl = webAddress(body.at('avatar_url').text)
  return {
    event: 'message',
    text: joined(
      [foreignMarkdown(content, { most: maxContent, mentions, tags: discordTags }), components.text],
      '\n\n',
    ),
    ...(attachments.length > 0 && { attachments }),
    ...(username !== '' && { username }),
    ...(iconUrl !== '' && { iconUrl }),
  }
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
