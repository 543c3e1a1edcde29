import { deliveryId, htmlVersion, readWriting, timeOf, type Written } from '@posthorn/core'
import {
  type Channel,
  editPost,
  findMentions,
  findPost,
  mentioning,
  type Post,
  type User,
  writePost,
} from '@posthorn/db'
import { newId, type Refusal } from '@posthorn/server'
import { isSystemAdmin } from './caller.js'
import type { ApiDeps } from './deps.js'

export type Saying = {
  message: string
  type: string
  props: Record<string, unknown>
  root_id: string
  create_at: number
}

/** A row of the table, and what more can be said. */
export type Refused = { outcome: Refusal; detail: string }

/** What a person's post comes to. */
export type Said = { outcome: 'said'; post: Post } | Refused

/** Post as a person (spec 5.3): like a hook's post in all but the props that only hooks have, and never split. */
export async function say(deps: ApiDeps, author: User, channel: Channel, saying: Saying): Promise<Said> {
  if (channel.deleteAt > 0) return refused('archived_for_posts')
  const written = readWriting(saying)
  if (!written.ok) return refusedWriting(written)
  if (saying.root_id !== '' && !(await isRoot(deps, channel, saying.root_id))) return refused('bad_root')
  const id = idFor(deps, author, saying.create_at)
  if (id === undefined) return refused('bad_parameter', 'Invalid create_at parameter: it lies in the future.')

  const { html, ...draft } = written.post
  const row = {
    id,
    createAt: timeOf(id),
    userId: author.id,
    channelId: channel.id,
    rootId: saying.root_id,
    message: draft.message,
    html,
    htmlVersion,
    type: draft.type,
    props: JSON.stringify(draft.props),
  }
  const mentions = await findMentions(deps.db, [mentioning(row, channel, written.post)])
  const mentioned = mentions.map(({ userId }) => userId).filter(userId => userId !== author.id)
  const updateAt = await writePost(deps.db, row, { mentioned, as: 'person' })
  const post = { ...row, updateAt, editAt: 0, deleteAt: 0, originalId: '', props: draft.props }
  return { outcome: 'said', post }
}

/** Give an own post another message; all else about it stays, and nobody is told (spec 13). */
export async function amend(
  { db }: ApiDeps,
  author: User,
  channel: Channel,
  { id, message }: { id: string; message: string },
): Promise<Said> {
  const post = await findPost(db, id)
  if (!post || post.channelId !== channel.id) return refused('no_post_to_update')
  if (post.userId !== author.id) return refused('no_permission_api')
  if (post.deleteAt > 0) return refused('deleted_post')
  if (post.type.startsWith('system_')) return refused('system_post')
  if (channel.deleteAt > 0) return refused('archived_for_posts')
  const { attachments } = post.props
  const written = readWriting({ message, type: '', props: attachments === undefined ? {} : { attachments } })
  if (!written.ok) return refusedWriting(written)
  const edit = { id, message: written.post.message, html: written.post.html, htmlVersion, copyId: newId() }
  const edited = await editPost(db, edit)
  return edited ? { outcome: 'said', post: edited } : refused('deleted_post')
}

/** Only system administrators choose the time of a post, to bring posts from elsewhere; the id begins with it. */
function idFor({ nowMs }: ApiDeps, author: User, createAt: number): string | undefined {
  const id = newId()
  if (createAt === 0 || !isSystemAdmin(author)) return id
  return createAt > nowMs() ? undefined : deliveryId(createAt, id.slice(10, 24))
}

async function isRoot({ db }: ApiDeps, channel: Channel, rootId: string): Promise<boolean> {
  const root = await findPost(db, rootId)
  return root !== undefined && root.channelId === channel.id && root.deleteAt === 0 && root.rootId === ''
}

function refusedWriting({ refusal, detail }: Written & { ok: false }): Refused {
  if (refusal === 'message_too_long' || refusal === 'bad_type') return refused(refusal, detail)
  if (refusal === 'props_too_long') return refused('post_props_too_long', detail)
  return refused('bad_parameter', `Invalid post parameter: ${detail}`)
}

function refused(outcome: Refusal, detail = ''): Refused {
  return { outcome, detail }
}
