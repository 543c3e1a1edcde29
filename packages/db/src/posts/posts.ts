import { withLaterEmoji } from '@posthorn/core'
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
