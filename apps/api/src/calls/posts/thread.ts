import type { PostList } from '@posthorn/contract'
import { findPost, type Post, repliesPage } from '@posthorn/db'
import type { FastifyReply } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import type { Tagged } from '../../http/answers/tagged.js'
import { pageOfPosts } from './page-of-posts.js'

/** How many replies a post brings with it; clients request further ones. */
const maxReplies = 200

/** Returns one post. Its root and replies (oldest first) come with it, outside of `order`. */
export async function postWithThread(
  { db }: ApiDeps,
  reply: FastifyReply,
  post: Post,
  { html, after }: { html: boolean; after: string },
): Promise<Tagged<PostList>> {
  const root = post.rootId === '' ? post : await findPost(db, post.rootId)
  const replies = await repliesPage(db, root?.id ?? post.id, after, { limit: maxReplies, withHtml: html })
  const thread = [...(root && root.deleteAt === 0 ? [root] : []), ...replies.posts]
  return pageOfPosts(reply, { posts: [post], more: replies.more }, html, thread)
}
