import { calls, maxPageSize } from '@posthorn/contract'
import { postsAround, postsPage, postsSince } from '@posthorn/db'
import { type Context, serve } from '../../http/serve-calls.js'
import { pageOfPosts } from './page-of-posts.js'

/** Deleted posts are left out. */
export const listPosts = serve(calls.listPosts, async ({ deps, channel, params, query, reply }) => {
  const { offset, limit } = params
  const page = await postsPage(deps.db, channel.id, offset, { limit, withHtml: query.html })
  return pageOfPosts(reply, page, query.html)
})

export const listPostsBefore = serve(calls.listPostsBefore, context => listAround(context, 'before'))

export const listPostsAfter = serve(calls.listPostsAfter, context => listAround(context, 'after'))

async function listAround(
  { deps, channel, params, query, reply }: Context<typeof calls.listPostsBefore>,
  side: 'before' | 'after',
) {
  const { post: id, offset, limit } = params
  const page = await postsAround(deps.db, channel.id, { id, side, offset, limit, withHtml: query.html })
  return pageOfPosts(reply, page, query.html)
}

/**
 * Returns posts that were written, edited or deleted after a time, or in the ten seconds before it, because posts
 * can appear slightly later than their timestamps. Clients drop duplicates by id. If not all fit, these are the
 * latest.
 */
export const listPostsSince = serve(calls.listPostsSince, async ({ deps, channel, params, query, reply }) => {
  const size = { limit: maxPageSize, withHtml: query.html }
  return pageOfPosts(reply, await postsSince(deps.db, channel.id, params.time, size), query.html)
})
