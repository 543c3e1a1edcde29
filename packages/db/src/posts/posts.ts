import { deliveryOf, withLaterEmoji } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { Post as Row } from '../generated/client.js'
import { findThreads, type ThreadSummary } from './threads.js'

/** What a post shows of a file. */
export type PostFile = {
  id: string
  name: string
  type: string
  /** In bytes. */
  size: number
  /** In pixels. Only pictures with a thumbnail have them. */
  width?: number
  height?: number
}

export type Post = {
  id: string
  createAt: number
  updateAt: number
  editAt: number
  deleteAt: number
  userId: string
  channelId: string
  rootId: string
  originalId: string
  message: string
  type: string
  props: Record<string, unknown>
  /** Absent without files. */
  files?: PostFile[]
  /** The message and its attachments, rendered. Absent if a page was read without it. */
  html?: string
  /** Absent without replies, and if the post was read without them. */
  thread?: ThreadSummary
}

/** Adds the threads of posts that were read without them. */
export async function withThreads(db: Db, posts: Post[]): Promise<Post[]> {
  const threads = await findThreads(
    db,
    posts.map(({ id }) => id),
  )
  return posts.map(post => {
    const thread = threads.get(post.id)
    return { ...post, ...(thread && { thread }) }
  })
}

/** Returns a post by ID, even if deleted. */
export async function findPost(db: Db, id: string): Promise<Post | undefined> {
  const row = await db.post.findUnique({ where: { id } })
  return row ? toPost(row) : undefined
}

/** Returns live posts by ascending ID. */
export async function findPosts(db: Db, ids: string[]): Promise<Post[]> {
  const rows = await db.post.findMany({ where: { id: { in: ids }, deleteAt: 0 }, orderBy: { id: 'asc' } })
  return rows.map(toPost)
}

/** Returns posts by ascending ID, even deleted ones. */
export async function findChangedPosts(db: Db, ids: string[]): Promise<Post[]> {
  const rows = await db.post.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
  return withThreads(db, rows.map(toPost))
}

/** The columns that a post needs. `htmlVersion` is there if `html` is. */
export type StoredPost = Omit<Row, 'html' | 'htmlVersion' | Times> &
  Record<Times, bigint | number> & { html?: string; htmlVersion?: number }

type Times = 'createAt' | 'updateAt' | 'editAt' | 'deleteAt'

export function toPost({ html, htmlVersion = 0, files, ...row }: StoredPost): Post {
  return {
    ...row,
    ...(files !== null && { files: files as PostFile[] }),
    ...(html !== undefined && { html: withLaterEmoji(html, htmlVersion) }),
    createAt: ms(row.createAt),
    updateAt: ms(row.updateAt),
    editAt: ms(row.editAt),
    deleteAt: ms(row.deleteAt),
    props: row.props as Record<string, unknown>,
  }
}

/** A post that shows a delivery's content. */
export type PostOfDelivery = {
  /** With the content that the delivery made, if that is stored. */
  post: Post
  /** The delivery that made the post's current content. */
  setBy: string
  /** The stored version with the delivery's content, if the content was replaced since. */
  versionId: string | undefined
}

/** Returns a delivery's posts in the order of `ids`, including deleted ones. */
export async function findDeliveredPosts(
  db: Db,
  deliveryId: string,
  ids: string[],
): Promise<PostOfDelivery[]> {
  const rows = await db.post.findMany({ where: { id: { in: ids } } })
  const edited = rows.flatMap(({ id, editAt }) => (editAt > 0 ? [id] : []))
  const versions = edited.length === 0 ? new Map() : await versionsBy(db, deliveryId, edited)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    if (!row) return []
    const version = versions.get(id)
    const content = version && { ...version, id, deleteAt: row.deleteAt }
    return [{ post: toPost(content ?? row), setBy: row.deliveryId || deliveryOf(id), versionId: version?.id }]
  })
}

/** Returns the stored versions of these posts with the content that the delivery made, by the posts' IDs. */
async function versionsBy(db: Db, deliveryId: string, postIds: string[]) {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ON (original_id) id FROM posts
    WHERE original_id = ANY(${postIds}) AND original_id <> ''
      AND delivery_id = CASE WHEN left(original_id, 24) = left(${deliveryId}, 24) THEN '' ELSE ${deliveryId} END
    ORDER BY original_id, id`
  const rows = await db.post.findMany({ where: { id: { in: found.map(({ id }) => id) } } })
  return new Map(rows.map(row => [row.originalId, row]))
}

/** Returns the delivery that made the current content of a live post, or undefined if there is no such post. */
export async function findSetBy(db: Db, postId: string): Promise<string | undefined> {
  const row = await db.post.findFirst({
    where: { id: postId, deleteAt: 0 },
    select: { deliveryId: true },
  })
  return row ? row.deliveryId || deliveryOf(postId) : undefined
}

/** Returns the delivery that made the content of a post. For a stored version, this is not the one that replaced it. */
export async function findMaker(db: Db, postId: string): Promise<string> {
  const version = await db.post.findFirst({
    where: { id: postId, originalId: { not: '' } },
    select: { deliveryId: true, originalId: true },
  })
  return version?.deliveryId || deliveryOf(version?.originalId ?? postId)
}
