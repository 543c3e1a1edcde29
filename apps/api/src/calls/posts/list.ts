import { calls, maxPageSize } from '@posthorn/contract'
import {
  type Db,
  type Post,
  type PostPage,
  postsAround,
  postsPage,
  postsSince,
  postsWithIds,
} from '@posthorn/db'
import { type Context, serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { pageOfPosts } from './page-of-posts.js'

/** Pages further away take turns with searches, whose time is limited: Postgres reads all posts in between. */
const maxQuickOffset = 10_000

/** Deleted posts are left out. */
export const listPosts = serve(calls.listPosts, async context => {
  const { channel, params, query } = context
  const size = { limit: params.limit, withHtml: query.html, onlyRoots: query.roots }
  return pageFarAway(context, params.offset, db => postsPage(db, channel.id, params.offset, size))
})

export const listPostsBefore = serve(calls.listPostsBefore, context => listAround(context, 'before'))

export const listPostsAfter = serve(calls.listPostsAfter, context => listAround(context, 'after'))

async function listAround(context: Context<typeof calls.listPostsBefore>, side: 'before' | 'after') {
  const { channel, params, query } = context
  const { post: id, offset, limit } = params
  const cursor = { id, side, offset, limit, withHtml: query.html, onlyRoots: query.roots }
  return pageFarAway(context, offset, db => postsAround(db, channel.id, cursor))
}

type Paging = Listing & Pick<Context<typeof calls.listPosts>, 'caller'>

async function pageFarAway(context: Paging, offset: number, read: (db: Db) => Promise<PostPage>) {
  const { deps, caller } = context
  if (offset <= maxQuickOffset) return pageWithRoots(context, await read(deps.db))
  const page = await deps.searches.inTurn(caller.user.id, read)
  if (!(page instanceof Refused)) return pageWithRoots(context, page)
  return page.refusal === 'search_too_slow' ? refused('page_too_far') : refused('pages_busy')
}

/**
 * Returns posts that were written, edited or deleted after a time, or in the ten seconds before it, because posts
 * can appear slightly later than their timestamps. Clients drop duplicates by id. If not all fit, these are the
 * latest.
 */
export const listPostsSince = serve(calls.listPostsSince, async context => {
  const { deps, channel, params, query } = context
  const size = { limit: maxPageSize, withHtml: query.html }
  return pageWithRoots(context, await postsSince(deps.db, channel.id, params.time, size))
})

type Listing = Pick<Context<typeof calls.listPostsSince>, 'deps' | 'query' | 'reply'>

/** Returns a page together with the live posts to which its posts reply, or replied until they were deleted. */
async function pageWithRoots({ deps, query: { html }, reply }: Listing, page: PostPage) {
  const missing = rootsBesides(page.posts)
  const roots = missing.length === 0 ? [] : (await postsWithIds(deps.db, missing, html)).posts
  return pageOfPosts(
    reply,
    page,
    html,
    roots.filter(({ deleteAt }) => deleteAt === 0),
  )
}

function rootsBesides(posts: Post[]): string[] {
  const roots = new Set(posts.map(({ rootId }) => rootId))
  for (const known of ['', ...posts.map(({ id }) => id)]) roots.delete(known)
  return [...roots]
}
