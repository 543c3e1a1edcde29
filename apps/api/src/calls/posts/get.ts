import { calls } from '@posthorn/contract'
import { findPost, repliesPage } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'
import { pageOfPosts } from './page-of-posts.js'

/** Replies that come with a post; further ones are asked for. */
const maxReplies = 200

/** One post; what belongs to its thread comes with it, outside of `order`: its root, and replies, the oldest first. */
export const getPost = serve(calls.getPost, async ({ deps: { db }, channel, params, query, reply }) => {
  const post = await findPost(db, params.post)
  if (!post || post.deleteAt > 0 || post.channelId !== channel.id) return refused('no_such_post')
  const root = post.rootId === '' ? post : await findPost(db, post.rootId)
  const replies = await repliesPage(db, root?.id ?? post.id, query.after, {
    limit: maxReplies,
    withHtml: query.html,
  })
  const thread = [...(root && root.deleteAt === 0 ? [root] : []), ...replies.posts]
  return pageOfPosts(reply, { posts: [post], more: replies.more }, query.html, thread)
})
