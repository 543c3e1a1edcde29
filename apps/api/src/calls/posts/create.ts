import { calls } from '@posthorn/contract'
import { type DraftPost, deliveryId, htmlVersion, timeOf } from '@posthorn/core'
import {
  type Channel,
  findAppOfBot,
  findMentions,
  findPost,
  mentioning,
  type Post,
  type User,
  writePostWithFiles,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { postObject } from '../../objects/post-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { readDraft } from './read-draft.js'

/**
 * Props that mark a post as an app's. Clients show its name and icon by the same props as for hooks; `from_bot`
 * distinguishes it from a hook's post. People's posts have none of them. Without overrides, a bot has its own unique
 * user name and picture.
 */
async function botProps(
  { db, settings }: Pick<ApiDeps, 'db' | 'settings'>,
  author: User,
): Promise<Record<string, string>> {
  const app = author.isBot ? await findAppOfBot(db, author.id) : undefined
  if (!app) return {}
  const { EnablePostUsernameOverride, EnablePostIconOverride } = settings()
  const name = EnablePostUsernameOverride ? app.name : author.username
  const icon = EnablePostIconOverride && app.iconUrl !== '' ? { override_icon_url: app.iconUrl } : {}
  return { from_webhook: 'true', from_bot: 'true', override_username: name, ...icon }
}

export const createPost = serve(
  calls.createPost,
  async ({ deps, caller: { user }, channel, body, query }) => {
    const { message, type = '', props = {}, root_id: rootId = '', parent_id: parentId = '' } = body
    const { create_at: createAt = 0, file_ids: fileIds = [] } = body
    if (channel.deleteAt > 0) return refused('archived_for_posts')
    const draft = await readDraft(deps, user.id, { message, type, props })
    if (draft instanceof Refused) return draft
    const misplaced = await whyMisplaced(deps, channel, { rootId, parentId })
    if (misplaced) return refused(misplaced)
    const id = idFor(deps, user, createAt)
    if (id === undefined) return refused('bad_parameter', 'Invalid create_at parameter. It is in the future.')
    const post = await storePost(deps, { id, rootId, author: user, channel, draft, fileIds })
    if (!post) return refused('foreign_file')
    deps.live.posted([id])
    return postObject(post, query.html)
  },
)

/** A reply names the first post of its thread as `root_id`, and may name any post of the thread as `parent_id`. */
async function whyMisplaced(
  { db }: ApiDeps,
  channel: Channel,
  { rootId, parentId }: { rootId: string; parentId: string },
) {
  if (rootId === '') return parentId === '' ? undefined : 'parent_without_root'
  const root = await findPost(db, rootId)
  if (!root || root.channelId !== channel.id || root.deleteAt > 0 || root.rootId !== '') return 'bad_root'
  if (parentId === '' || parentId === rootId) return undefined
  const parent = await findPost(db, parentId)
  return parent?.rootId === rootId && parent.deleteAt === 0 ? undefined : 'bad_parent'
}

/** Only system administrators choose a post's time, to import posts; the id begins with it. */
function idFor({ nowMs }: ApiDeps, author: User, createAt: number): string | undefined {
  const id = newId()
  if (createAt === 0 || !isSystemAdmin(author)) return id
  return createAt > nowMs() ? undefined : deliveryId(createAt, id.slice(10, 24))
}

type NewPost = {
  id: string
  rootId: string
  author: User
  channel: Channel
  draft: DraftPost
  fileIds: string[]
}

/** Stores a post and counts its mentions, except for its author. Returns undefined if it cannot have one of the files. */
async function storePost(
  deps: ApiDeps,
  { id, rootId, author, channel, draft, fileIds }: NewPost,
): Promise<Post | undefined> {
  const { db } = deps
  const { message, html, type } = draft
  const props = { ...draft.props, ...(await botProps(deps, author)) }
  const row = {
    id,
    createAt: timeOf(id),
    userId: author.id,
    channelId: channel.id,
    rootId,
    message,
    html,
    htmlVersion,
    type,
    props: JSON.stringify(props),
  }
  const mentions = await findMentions(db, [mentioning(row, channel, draft)])
  const mentioned = mentions.map(({ userId }) => userId).filter(userId => userId !== author.id)
  const written = await writePostWithFiles(db, row, [...new Set(fileIds)], { mentioned, as: 'person' })
  return written && { ...row, ...written, editAt: 0, deleteAt: 0, originalId: '', props }
}
