import type { PostObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { retryFailing } from '../data/client/failures.js'
import { askForHtml, type PostsOf, readPage } from '../data/posts/queries.js'
import { mergeChanges, mergePosts, type PostWindow, type Shown } from '../data/posts/windows.js'

/** Most posts to catch up on. Beyond that, the reader scrolls on or jumps to the newest. */
const maxPages = 10

/**
 * Fetches what was missed while the connection was down: new posts of visible channels, then what changed `since`. Other
 * visible data is fetched again, except lists that announce new rows. Invisible data is dropped.
 */
export async function recover(client: QueryClient): Promise<void> {
  retryFailing(client)
  client.removeQueries({ queryKey: ['posts'], type: 'inactive' })
  const shown = client.getQueryCache().findAll({ queryKey: ['posts'], type: 'active' })
  await Promise.all([
    ...shown.map(({ queryKey }) => catchUp(client, queryKey)),
    client.invalidateQueries({
      predicate: ({ queryKey, meta }) => queryKey[0] !== 'posts' && !meta?.keepsStill,
    }),
  ])
}

async function catchUp(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const known = client.getQueryData<PostWindow>(queryKey)
  const newest = known?.posts.at(-1)
  if (!known || !newest) return client.invalidateQueries({ queryKey })
  const [, channel, team, shown] = queryKey as ['posts', string, string, Shown]
  const since = Math.max(...known.posts.map(post => post.update_at))
  const params = { team, channel, time: since }
  const changed = Object.values((await api.listPostsSince({ params, query: askForHtml })).posts)
  const of = { team, channel, shown }
  const { posts, isAll } = known.hasNewer ? { posts: [], isAll: false } : await newer(of, newest.id)
  client.setQueryData<PostWindow>(queryKey, window => {
    if (!window) return window
    const merged = mergeChanges(mergePosts(window, posts), shown, changed)
    if (isAll) return { ...merged, hasNewer: false }
    const last = posts.at(-1) ?? newest // there is a gap after it
    return { ...merged, posts: merged.posts.filter(({ id }) => id <= last.id), hasNewer: true }
  })
}

/** Returns the posts after one, page by page. A page may end early, because its bytes are limited. */
async function newer(of: PostsOf, from: string): Promise<{ posts: PostObject[]; isAll: boolean }> {
  const posts: PostObject[] = []
  for (let page = 0; page < maxPages; page++) {
    const next = await readPage(of, posts.at(-1)?.id ?? from, 'after')
    posts.push(...next.posts)
    if (!next.hasMore) return { posts, isAll: true }
  }
  return { posts, isAll: false }
}
