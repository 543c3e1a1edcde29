import type { Adapted, Adapter } from '../adapter.js'
import { shownLine, webAddress } from '../chats/fit-attachment.js'
import { type Allowed, foreignMarkdown } from '../chats/foreign-markdown.js'
import { unusedKeys } from '../chats/unused.js'
import type { Native } from '../native.js'
import { readEmbed } from './embed.js'
import { discordTags } from './tags.js'

/** Discord takes 2,000 characters and 10 embeds. */
const maxContent = 8000
const maxEmbeds = 10
const maxName = 80

const shownKeys = new Set(['content', 'embeds', 'username', 'avatar_url', 'allowed_mentions', 'attachments'])

/** The body of Discord's webhooks (docs/behaviour.md, payloads of other chats). */
export const discord: Adapter = {
  name: 'discord',
  title: 'Discord',
  headers: [],
  params: { thread_id: 'root_id' },
  matches: (_headers, body) => body.at('content').text !== '' || body.at('embeds').length > 0,
  read: (_headers, body): Adapted => {
    const mentions = allowedMentions(body.at('allowed_mentions'))
    const content = body.at('content').text
    const ignored = [...unusedKeys(body, shownKeys), ...filesOf(body)]
    if (content.length > maxContent) ignored.push(`content after ${maxContent} characters`)
    const embeds = body.at('embeds')
    if (embeds.length > maxEmbeds) ignored.push(`embeds after the first ${maxEmbeds}`)
    const attachments = embeds.items
      .slice(0, maxEmbeds)
      .map((embed, index) => readEmbed(embed, `embeds[${index}]`, ignored))
    const username = shownLine(body.at('username').text, maxName)
    const iconUrl = webAddress(body.at('avatar_url').text)
    return {
      event: 'message',
      text: foreignMarkdown(content, { most: maxContent, mentions, tags: discordTags }),
      ...(attachments.length > 0 && { attachments }),
      ...(username !== '' && { username }),
      ...(iconUrl !== '' && { iconUrl }),
      ...(ignored.length > 0 && { ignored }),
    }
  },
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

function filesOf(body: Native): string[] {
  return body
    .at('attachments')
    .items.map(file => `file ${file.at('filename').text || file.at('description').text || 'attachment'}`)
}
