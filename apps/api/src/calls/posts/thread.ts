import type { PostList } from '@posthorn/contract'
import { findPost, type Post, repliesPage, withThreads } from '@posthorn/db'
import type { FastifyReply } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import type { Tagged } from '../../http/answers/tagged.js'
import { pageOfPosts } from './page-of-posts.js'

/** How many replies a post brings with it; clients request further ones. */
const maxReplies = 200

/** Sorts after every ID. */
const afterAllIds = 'z'.repeat(26)

/** Returns one post. Its root and replies (oldest first) come with it, outside of `order`. */
export async function postWithThread(
  { db }: ApiDeps,
  reply: FastifyReply,
  post: Post,
  { html, after, before }: { html: boolean; after: string; before: string },
): Promise<Tagged<PostList>> {
  const root = post.rootId === '' ? post : await findPost(db, post.rootId)
  const start =
    before === '' ? { side: 'after' as const, id: after } : { side: 'before' as const, id: before }
  const id = start.id === 'end' ? afterAllIds : start.id
  const size = { limit: maxReplies, withHtml: html }
  const replies = await repliesPage(db, root?.id ?? post.id, { ...size, ...start, id })
  const roots = root && root.deleteAt === 0 ? await withThreads(db, [root]) : []
  const thread = [...roots, ...replies.posts]
  return pageOfPosts(reply, { posts: [post], more: replies.more }, html, thread)
}
