import type { PostObject, ThreadObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'

/** What a list of posts shows: a channel without replies, all of it, or the thread of the post with this id. */
export type Shown = 'roots' | 'all' | (string & {})

/** A contiguous window of a channel or a thread, oldest post first. */
export type PostWindow = {
  posts: PostObject[]
  /** Whether earlier posts exist. */
  hasOlder: boolean
  /** Whether later posts exist. If not, new posts are appended. */
  hasNewer: boolean
  /** The first post of a thread, which is not among `posts`. */
  root?: PostObject | undefined
  /** The posts of other windows that posts of this one reply to. */
  roots: Record<string, PostObject>
  /** The first post of the linked reply's thread. */
  linkedRoot?: string
}

/** Posts that a window keeps. The farthest are dropped and fetched again on demand. */
const maxWindowPosts = 1000

/** Whether a post belongs into a list. */
function belongs(shown: Shown, { root_id: root }: PostObject): boolean {
  return shown === 'all' || root === (shown === 'roots' ? '' : shown)
}

const isThread = (shown: Shown) => shown !== 'roots' && shown !== 'all'

/** Returns the posts with these inserted or replaced, without deleted ones and replies to them. */
export function mergePosts(window: PostWindow, changed: PostObject[]): PostWindow {
  if (changed.length === 0) return window
  const byId = new Map([...window.posts, ...changed].map(post => [post.id, post]))
  const posts = [...byId.values()]
    .filter(post => post.delete_at === 0 && !byId.get(post.root_id)?.delete_at)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return { ...window, posts }
}

/** Returns the window with changes to its posts. Others are added if they belong between its posts or after them. */
export function mergeChanges(window: PostWindow, shown: Shown, changed: PostObject[]): PostWindow {
  const known = new Set(window.posts.map(({ id }) => id))
  const first = window.hasOlder ? (window.posts[0]?.id ?? '') : ''
  const fitting = changed.filter(post => known.has(post.id) || (belongs(shown, post) && post.id > first))
  return changed.reduce(changeRoot, mergePosts(window, fitting))
}

/** Returns the window with the new version of a post that it shows, or without it if it is deleted. */
export function replacePost(window: PostWindow, post: PostObject): PostWindow {
  const isGone = post.delete_at > 0
  const isKnown = window.posts.some(({ id, root_id: root }) => id === post.id || (isGone && root === post.id))
  return changeRoot(isKnown ? mergePosts(window, [post]) : window, post)
}

function changeRoot(window: PostWindow, post: PostObject): PostWindow {
  if (window.root?.id === post.id)
    return { ...window, root: post, posts: post.delete_at > 0 ? [] : window.posts }
  return window.roots[post.id] ? { ...window, roots: { ...window.roots, [post.id]: post } } : window
}

/** Returns a window of at most the maximal length, trimmed at its start or end. */
export function trimmed(window: PostWindow, from: 'start' | 'end'): PostWindow {
  const { posts } = window
  if (posts.length <= maxWindowPosts) return window
  return from === 'start'
    ? { ...window, posts: posts.slice(-maxWindowPosts), hasOlder: true }
    : { ...window, posts: posts.slice(0, maxWindowPosts), hasNewer: true }
}

/** Appends a new post, if it belongs into the list and the window reaches the end. Otherwise there would be a gap. */
export function appendPost(window: PostWindow, shown: Shown, post: PostObject): PostWindow {
  if (window.hasNewer || !belongs(shown, post) || (isThread(shown) && !window.root)) return window
  const known = window.posts.find(({ id }) => id === post.id)
  const merged = mergePosts(window, [known ? { ...threadIn(known), ...post } : post])
  // do not trim the start at once: somebody may be reading there
  return merged.posts.length > 2 * maxWindowPosts ? trimmed(merged, 'start') : merged
}

/** The fields of a post about its replies; none if there are no replies. */
function threadIn({ reply_count, last_reply_at, participants }: PostObject): Partial<ThreadObject> {
  return reply_count && last_reply_at && participants ? { reply_count, last_reply_at, participants } : {}
}

/** Returns the window with the state of the thread of one of its posts. */
export function setThread(window: PostWindow, rootId: string, thread: ThreadObject): PostWindow {
  const root = [...window.posts, window.root, window.roots[rootId]].find(post => post?.id === rootId)
  return root ? replacePost(window, { ...root, ...thread }) : window
}

/** Updates each cached window of a channel and its threads. */
export function changeWindows(
  client: QueryClient,
  channel: string,
  change: (window: PostWindow, shown: Shown) => PostWindow,
): void {
  for (const [queryKey, window] of client.getQueriesData<PostWindow>({ queryKey: ['posts', channel] }))
    if (window) client.setQueryData(queryKey, change(window, queryKey[3] as Shown))
}
