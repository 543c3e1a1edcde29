import { calls, type PostList } from '@posthorn/contract'
import { findPost, type Post, repliesPage, withThreads } from '@posthorn/db'
import type { FastifyReply } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import type { Tagged } from '../../http/answers/tagged.js'
import { requireMember } from '../../http/guards/requirements.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { pageOfPosts } from './page-of-posts.js'

export const getPost = serve(calls.getPost, async ({ deps, channel, params, query, reply }) => {
  const post = await findPost(deps.db, params.post)
  if (!post || post.deleteAt > 0 || post.channelId !== channel.id) return refused('no_such_post')
  return postWithThread(deps, reply, post, query)
})

export const getPostById = serve(calls.getPostById, context => anyPost(context))

export const getPermalink = serve(calls.getPermalink, context => anyPost(context))

/** To callers who may not read a post, it does not exist. */
async function anyPost({ deps, caller, teamId, params, query, reply }: Context<typeof calls.getPostById>) {
  const post = await findPost(deps.db, params.post)
  if (!post || post.deleteAt > 0) return refused('no_such_post')
  const readable = await requireMember(deps, caller, { team: teamId, channel: post.channelId })
  return readable instanceof Refused ? refused('no_such_post') : postWithThread(deps, reply, post, query)
}

/** How many replies a post brings with it; clients request further ones. */
const maxReplies = 200

/** Sorts after every ID. */
const afterAllIds = 'z'.repeat(26)

/** Returns one post. Its root and replies (oldest first) come with it, outside of `order`. */
async function postWithThread(
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
