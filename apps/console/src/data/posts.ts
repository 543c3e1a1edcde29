import type { PostList, PostObject } from '@posthorn/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** A stretch of a channel without a gap, the oldest post first. */
export type PostWindow = {
  posts: PostObject[]
  /** Whether there are more before it. */
  hasOlder: boolean
  /** Whether there are more behind it; where not, new posts belong to it. */
  hasNewer: boolean
}

export type Place = { team: string; channel: string }

const firstPageSize = 60
/** Of a page further on: who scrolls wants many, and none of them is drawn before it is seen. */
const pageSize = 100
/** Posts that a window keeps: those farthest from where one scrolls are given up, and fetched again. */
const maxWindowPosts = 1000
/** On each side of a post that is shown by its link. */
const aroundSize = 30

/** The newest posts of a channel, or those around one of them. What comes later is added by live events. */
export const postsQuery = ({ team, channel }: Place, around?: string) =>
  queryOptions({
    queryKey: ['posts', channel, team, around ?? ''],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false, // it would compare thousands of posts whenever one comes
    queryFn: ({ signal }) =>
      around === undefined
        ? newest({ team, channel }, signal)
        : windowAround({ team, channel }, around, signal),
  })

/** Posts that are shown are asked for with their HTML. */
export const askForHtml = { html: 'true' } as const

async function newest(params: Place, signal: AbortSignal): Promise<PostWindow> {
  const input = { params: { ...params, offset: 0, limit: firstPageSize }, signal, query: askForHtml }
  const { answer, headers } = await api.listPosts.withHeaders(input)
  return { posts: inOrder(answer), hasOlder: headers['X-Has-More'] === 'true', hasNewer: false }
}

async function windowAround(params: Place, post: string, signal: AbortSignal): Promise<PostWindow> {
  const beside = { params: { ...params, post, offset: 0, limit: aroundSize }, signal, query: askForHtml }
  const [one, before, after] = await Promise.all([
    api.getPost({ params: { ...params, post }, signal, query: askForHtml }),
    api.listPostsBefore.withHeaders(beside),
    api.listPostsAfter.withHeaders(beside),
  ])
  return {
    posts: [...inOrder(before.answer), ...inOrder(one), ...inOrder(after.answer)],
    hasOlder: before.headers['X-Has-More'] === 'true',
    hasNewer: after.headers['X-Has-More'] === 'true',
  }
}

/** The posts of a list, the oldest first. */
export function inOrder({ order, posts }: PostList): PostObject[] {
  return order.toReversed().flatMap(id => posts[id] ?? [])
}

/** A page more on one side of a window; the window is changed where it is kept. */
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

/** With these posts in their places, in the place of what was known of them, and without deleted ones. */
export function mergePosts(window: PostWindow, changed: PostObject[]): PostWindow {
  if (changed.length === 0) return window
  const byId = new Map([...window.posts, ...changed].map(post => [post.id, post]))
  const posts = [...byId.values()]
    .filter(post => post.delete_at === 0)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return { ...window, posts }
}

/** A window that is not too long, without what is too much at its start or end. */
function trimmed(window: PostWindow, from: 'start' | 'end'): PostWindow {
  const { posts } = window
  if (posts.length <= maxWindowPosts) return window
  return from === 'start'
    ? { ...window, posts: posts.slice(-maxWindowPosts), hasOlder: true }
    : { ...window, posts: posts.slice(0, maxWindowPosts), hasNewer: true }
}

/** With a new post at its end, where that is the channel's end, too: else there would be a gap between. */
export function appendPost(window: PostWindow, post: PostObject): PostWindow {
  if (window.hasNewer) return window
  const merged = mergePosts(window, [post])
  // somebody may be reading at its start: that is not taken away at once
  return merged.posts.length > 2 * maxWindowPosts ? trimmed(merged, 'start') : merged
}

/** Each window of a channel that is kept, changed. */
export function changeWindows(
  client: QueryClient,
  channel: string,
  change: (window: PostWindow) => PostWindow,
): void {
  client.setQueriesData<PostWindow>({ queryKey: ['posts', channel] }, window => window && change(window))
}
