import type { PostList, PostObject } from '@posthorn/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.js'
import { mergePosts, type PostWindow, type Shown, trimmed } from './windows.js'

export type Place = { team: string; channel: string }
/** A list of posts. */
export type PostsOf = Place & { shown: Shown }
export type Side = 'before' | 'after'

const firstPageSize = 60
/** Posts per page while scrolling. Invisible posts are not rendered, so pages can be large. */
const pageSize = 100
/** Posts on each side of a linked one. */
const aroundSize = 30

/** The newest posts of a channel or a thread, or those around one. Live events add later ones. */
export const postsQuery = ({ team, channel, shown }: PostsOf, around?: string) =>
  queryOptions({
    queryKey: ['posts', channel, team, shown, around ?? ''],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false, // it would compare thousands of posts after each event
    queryFn: ({ signal }) => readWindow({ team, channel, shown }, around, signal),
  })

function readWindow(of: PostsOf, around: string | undefined, signal: AbortSignal): Promise<PostWindow> {
  if (of.shown !== 'roots' && of.shown !== 'all') return threadWindow(of, around, signal)
  return around === undefined ? newest(of, signal) : windowAround(of, around, signal)
}

/** Requests posts with their HTML. */
export const askForHtml = { html: 'true' } as const

const askForList = (shown: Shown) => ({ ...askForHtml, roots: shown === 'roots' ? 'true' : 'false' }) as const

async function newest({ shown, ...place }: PostsOf, signal: AbortSignal): Promise<PostWindow> {
  const params = { ...place, offset: 0, limit: firstPageSize }
  const { answer, headers } = await api.listPosts.withHeaders({ params, signal, query: askForList(shown) })
  const posts = inOrder(answer)
  return { posts, roots: besides(answer), hasOlder: headers['X-Has-More'] === 'true', hasNewer: false }
}

async function windowAround(
  { shown, ...place }: PostsOf,
  post: string,
  signal: AbortSignal,
): Promise<PostWindow> {
  const params = { ...place, post, offset: 0, limit: aroundSize }
  const request = { params, signal, query: askForList(shown) }
  const [one, before, after] = await Promise.all([
    api.getPost({ params: { ...place, post }, signal, query: askForHtml }),
    api.listPostsBefore.withHeaders(request),
    api.listPostsAfter.withHeaders(request),
  ])
  const linkedRoot = one.posts[post]?.root_id ?? ''
  return {
    posts: [...inOrder(before.answer), ...inOrder(one), ...inOrder(after.answer)],
    roots: { ...besides(before.answer), ...besides(one), ...besides(after.answer) },
    hasOlder: before.headers['X-Has-More'] === 'true',
    hasNewer: after.headers['X-Has-More'] === 'true',
    ...(linkedRoot !== '' && { linkedRoot }),
  }
}

/** Reads the end of a thread, or what is around a reply. */
async function threadWindow(
  { shown: root, ...place }: PostsOf,
  around: string | undefined,
  signal: AbortSignal,
): Promise<PostWindow> {
  const before = { ...askForHtml, before: around ?? 'end' }
  const [older, newer] = await Promise.all([
    api.getPost.withHeaders({ params: { ...place, post: root }, signal, query: before }),
    around === undefined
      ? undefined
      : api.getPost.withHeaders({
          params: { ...place, post: around },
          signal,
          query: { ...askForHtml, after: around },
        }),
  ])
  const posts = { ...older.answer.posts, ...newer?.answer.posts }
  const linkedRoot = posts[root]?.root_id ?? ''
  return {
    posts: repliesIn({ order: [], posts }, root),
    roots: {},
    root: posts[root],
    hasOlder: older.headers['X-Has-More'] === 'true',
    hasNewer: newer?.headers['X-Has-More'] === 'true',
    ...(linkedRoot !== '' && { linkedRoot }),
  }
}

/** Returns the posts of a list, oldest first. */
export function inOrder({ order, posts }: PostList): PostObject[] {
  return order.toReversed().flatMap(id => posts[id] ?? [])
}

/** Returns the posts of a list that are not in its order. */
function besides({ order, posts }: PostList): Record<string, PostObject> {
  const listed = new Set(order)
  return Object.fromEntries(Object.entries(posts).filter(([id]) => !listed.has(id)))
}

function repliesIn({ posts }: PostList, root: string): PostObject[] {
  return Object.values(posts)
    .filter(({ root_id }) => root_id === root)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

type Page = Pick<PostWindow, 'posts' | 'roots'> & { hasMore: boolean }

/** Fetches the page on one side of a post. */
export async function readPage({ shown, ...place }: PostsOf, id: string, side: Side): Promise<Page> {
  if (shown !== 'roots' && shown !== 'all') {
    const query = { ...askForHtml, [side]: id }
    const { answer, headers } = await api.getPost.withHeaders({ params: { ...place, post: shown }, query })
    return { posts: repliesIn(answer, shown), roots: {}, hasMore: headers['X-Has-More'] === 'true' }
  }
  const call = side === 'before' ? api.listPostsBefore : api.listPostsAfter
  const params = { ...place, post: id, offset: 0, limit: pageSize }
  const { answer, headers } = await call.withHeaders({ params, query: askForList(shown) })
  return { posts: inOrder(answer), roots: besides(answer), hasMore: headers['X-Has-More'] === 'true' }
}

/** Fetches one more page on one side of a window. */
export async function extendWindow(
  client: QueryClient,
  of: PostsOf,
  around: string | undefined,
  side: Side,
): Promise<void> {
  const { queryKey } = postsQuery(of, around)
  const known = client.getQueryData(queryKey)
  const post = (side === 'before' ? known?.posts[0] : known?.posts.at(-1))?.id
  if (!known || post === undefined) return
  const page = await readPage(of, post, side)
  client.setQueryData(queryKey, window => {
    if (!window) return window
    const merged = { ...mergePosts(window, page.posts), roots: { ...window.roots, ...page.roots } }
    return side === 'before'
      ? trimmed({ ...merged, hasOlder: page.hasMore }, 'end')
      : trimmed({ ...merged, hasNewer: page.hasMore }, 'start')
  })
}
