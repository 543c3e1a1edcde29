import type { PostList, PostObject } from '@posthorn/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** A contiguous window of a channel, oldest post first. */
export type PostWindow = {
  posts: PostObject[]
  /** Whether earlier posts exist. */
  hasOlder: boolean
  /** Whether later posts exist. If not, new posts are appended. */
  hasNewer: boolean
}

export type Place = { team: string; channel: string }

const firstPageSize = 60
/** Posts per page while scrolling. Invisible posts are not rendered, so pages can be large. */
const pageSize = 100
/** Posts that a window keeps. The farthest are dropped and fetched again on demand. */
const maxWindowPosts = 1000
/** Posts on each side of a linked one. */
const aroundSize = 30

/** The newest posts of a channel, or those around one. Live events add later ones. */
export const postsQuery = ({ team, channel }: Place, around?: string) =>
  queryOptions({
    queryKey: ['posts', channel, team, around ?? ''],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false, // it would compare thousands of posts after each event
    queryFn: ({ signal }) =>
      around === undefined
        ? newest({ team, channel }, signal)
        : windowAround({ team, channel }, around, signal),
  })

/** Requests posts with their HTML. */
export const askForHtml = { html: 'true' } as const

async function newest(params: Place, signal: AbortSignal): Promise<PostWindow> {
  const input = { params: { ...params, offset: 0, limit: firstPageSize }, signal, query: askForHtml }
  const { answer, headers } = await api.listPosts.withHeaders(input)
  return { posts: inOrder(answer), hasOlder: headers['X-Has-More'] === 'true', hasNewer: false }
}

async function windowAround(params: Place, post: string, signal: AbortSignal): Promise<PostWindow> {
  const request = { params: { ...params, post, offset: 0, limit: aroundSize }, signal, query: askForHtml }
  const [one, before, after] = await Promise.all([
    api.getPost({ params: { ...params, post }, signal, query: askForHtml }),
    api.listPostsBefore.withHeaders(request),
    api.listPostsAfter.withHeaders(request),
  ])
  return {
    posts: [...inOrder(before.answer), ...inOrder(one), ...inOrder(after.answer)],
    hasOlder: before.headers['X-Has-More'] === 'true',
    hasNewer: after.headers['X-Has-More'] === 'true',
  }
}

/** Returns the posts of a list, oldest first. */
export function inOrder({ order, posts }: PostList): PostObject[] {
  return order.toReversed().flatMap(id => posts[id] ?? [])
}

/** Fetches one more page on one side of a window. */
export async function extendWindow(
  client: QueryClient,
  place: Place,
  around: string | undefined,
  side: 'before' | 'after',
): Promise<void> {
  const { queryKey } = postsQuery(place, around)
  const known = client.getQueryData(queryKey)
  const post = (side === 'before' ? known?.posts[0] : known?.posts.at(-1))?.id
  if (!known || post === undefined) return
  const call = side === 'before' ? api.listPostsBefore : api.listPostsAfter
  const { answer, headers } = await call.withHeaders({
    params: { ...place, post, offset: 0, limit: pageSize },
    query: askForHtml,
  })
  const hasMore = headers['X-Has-More'] === 'true'
  client.setQueryData(queryKey, window => {
    if (!window) return window
    const merged = mergePosts(window, inOrder(answer))
    return side === 'before'
      ? trimmed({ ...merged, hasOlder: hasMore }, 'end')
      : trimmed({ ...merged, hasNewer: hasMore }, 'start')
  })
}

/** Returns the posts with these inserted or replaced, without deleted ones. */
export function mergePosts(window: PostWindow, changed: PostObject[]): PostWindow {
  if (changed.length === 0) return window
  const byId = new Map([...window.posts, ...changed].map(post => [post.id, post]))
  const posts = [...byId.values()]
    .filter(post => post.delete_at === 0)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return { ...window, posts }
}

/** Returns a window of at most the maximal length, trimmed at its start or end. */
function trimmed(window: PostWindow, from: 'start' | 'end'): PostWindow {
  const { posts } = window
  if (posts.length <= maxWindowPosts) return window
  return from === 'start'
    ? { ...window, posts: posts.slice(-maxWindowPosts), hasOlder: true }
    : { ...window, posts: posts.slice(0, maxWindowPosts), hasNewer: true }
}

/** Appends a new post, if the window reaches the end of the channel. Otherwise there would be a gap. */
export function appendPost(window: PostWindow, post: PostObject): PostWindow {
  if (window.hasNewer) return window
  const merged = mergePosts(window, [post])
  // do not trim the start at once: somebody may be reading there
  return merged.posts.length > 2 * maxWindowPosts ? trimmed(merged, 'start') : merged
}

/** Updates each cached window of a channel. */
export function changeWindows(
  client: QueryClient,
  channel: string,
  change: (window: PostWindow) => PostWindow,
): void {
  client.setQueriesData<PostWindow>({ queryKey: ['posts', channel] }, window => window && change(window))
}
