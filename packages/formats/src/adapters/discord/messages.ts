import { isId, timeOf } from '@posthorn/core'
import type { OwnFile, OwnPost } from '../../own-post.js'

/** What a message shows of the hook that posted it. */
type Hook = { id: string; displayName: string; channelId: string; teamId: string }

/** What Discord's clients read of a message. Times are milliseconds since 1970; `editedAt` 0 means never. */
type Message = {
  id: string
  channelId: string
  content: string
  embeds: unknown[]
  attachments?: unknown[]
  createdAt: number
  editedAt: number
  hookId: string
  username: string
}

/** Returns Discord's message object. */
function discordMessage({
  id,
  channelId,
  content,
  embeds,
  attachments = [],
  hookId,
  username,
  ...times
}: Message) {
  return {
    id,
    type: 0,
    channel_id: channelId,
    content,
    timestamp: new Date(times.createdAt).toISOString(),
    edited_timestamp: times.editedAt > 0 ? new Date(times.editedAt).toISOString() : null,
    tts: false,
    pinned: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments,
    embeds,
    components: [],
    flags: 0,
    webhook_id: hookId,
    author: { id: hookId, username, avatar: null, discriminator: '0000', bot: true },
  }
}

/** Returns Discord's attachment objects of a post's files. `origin`: the server's address. */
function discordFiles(files: OwnFile[], origin: string): object[] {
  return files.map(({ name: filename, type: content_type, ...file }) =>
    withAddress({ ...file, filename, content_type }, origin),
  )
}

/** Adds the address at which members of the channel can read a file. */
function withAddress<Known extends { id: string }>(file: Known, origin: string): object {
  const url = `${origin}/api/v3/files/${file.id}/get`
  return { ...file, url, proxy_url: url }
}

/**
 * A message that a call sent. `json`: its body, empty if it had none. `delivery`: its id, which stands for that of the post until there
 * is one. `keptFiles`: those of the post that it changed. `editedAt` 0 means never.
 */
export type SentMessage = {
  json: string
  delivery: string
  post: { id: string; channel_id: string; create_at: number } | undefined
  hookId: string
  channelId: string
  keptFiles?: OwnFile[] | undefined
  editedAt: number
}

type SentFields = { content?: string; embeds?: unknown[]; attachments?: unknown; username?: string }

/** Returns what was sent as Discord's message object. `origin`: the server's address. */
export function sentDiscordMessage(sent: SentMessage, origin: string) {
  const { json, delivery, post, keptFiles, ...message } = sent
  // a delivery was read from this JSON, so it is an object
  const fields: SentFields = json === '' ? {} : JSON.parse(json)
  const { content = '', embeds = [], attachments, username = 'webhook' } = fields
  return discordMessage({
    ...message,
    id: post?.id ?? delivery,
    channelId: post?.channel_id ?? message.channelId,
    content,
    embeds,
    attachments: keptFiles ? discordFiles(keptFiles, origin) : filesIn(attachments, origin),
    createdAt: post?.create_at ?? timeOf(delivery),
    username,
  })
}

/** Returns the files that were stored. */
function filesIn(attachments: unknown, origin: string): object[] {
  if (!Array.isArray(attachments)) return []
  return attachments.flatMap((file: { id?: unknown } | null) => {
    const id = file?.id
    return typeof id === 'string' && isId(id) ? [withAddress({ ...file, id }, origin)] : []
  })
}

/** Discord's own numbers of errors. Zero is its general error. */
const errorCodes: Partial<Record<string, number>> = {
  no_such_hook: 10015,
  no_such_post: 10008,
  no_text: 50006,
}

/** Returns what Discord's clients read of an error: a number, and the seconds until a retry can help. */
export function discordError(outcome: string, retryAfterSeconds: number | undefined) {
  const retry = retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds, global: false }
  return { code: errorCodes[outcome] ?? 0, ...retry }
}

/** Returns a post as Discord's message object, with its attachments as embeds. `origin`: the server's address. */
export function discordMessageOf(post: OwnPost, hook: Hook, origin: string) {
  const { attachments, files = [] } = post
  return discordMessage({
    id: post.id,
    channelId: post.channel_id,
    content: post.text,
    embeds: Array.isArray(attachments) ? attachments.map(embedOf) : [],
    attachments: discordFiles(files, origin),
    createdAt: post.create_at,
    editedAt: post.edit_at,
    hookId: hook.id,
    username: typeof post.username === 'string' ? post.username : hook.displayName || 'webhook',
  })
}

/** Returns Discord's webhook object. Its token is the key that the caller sent. */
export function discordWebhook(hook: Hook, key: string) {
  return {
    id: hook.id,
    type: 1,
    name: hook.displayName || null,
    channel_id: hook.channelId,
    guild_id: hook.teamId,
    token: key,
    avatar: null,
    application_id: null,
  }
}

type Stored = Record<string, unknown>

function embedOf(attachment: Stored) {
  const { title, title_link, text, color, author_name, footer, image_url, thumb_url, fields } = attachment
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(String(color)) ?? []
  const all = {
    type: 'rich',
    title,
    url: title_link,
    description: text,
    color: hex && Number.parseInt(hex, 16),
    author: author_name && { name: author_name },
    footer: footer && { text: footer },
    image: image_url && { url: image_url },
    thumbnail: thumb_url && { url: thumb_url },
    fields: Array.isArray(fields) && fields.map(fieldOf),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

function fieldOf({ title, value, short }: Stored) {
  return { name: title ?? '', value: value ?? '', inline: short === true }
}
