/** A stored file, as Discord's clients read it after `discordFiles`. */
type File = { id: string; name: string; type: string }

/** What a message shows of the hook that posted it. */
type Hook = { id: string; displayName: string; channelId: string; teamId: string }

/** A post that a hook made. Times are milliseconds since 1970. `attachments`: Slack's, as they are stored. */
type Post = {
  id: string
  channel_id: string
  create_at: number
  edit_at: number
  text: string
  attachments?: unknown
  username?: unknown
  files?: File[]
}

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
export function discordMessage({
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
export function discordFiles(files: File[], origin: string): object[] {
  return files.map(({ name: filename, type: content_type, ...file }) =>
    withAddress({ ...file, filename, content_type }, origin),
  )
}

/** Adds the address at which members of the channel can read a file. */
export function withAddress<Known extends { id: string }>(file: Known, origin: string): object {
  const url = `${origin}/api/v3/files/${file.id}/get`
  return { ...file, url, proxy_url: url }
}

/** Returns a post as Discord's message object, with its attachments as embeds. `origin`: the server's address. */
export function discordMessageOf(post: Post, hook: Hook, origin: string) {
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
