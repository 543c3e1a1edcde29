import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { extendWindow, type PostsOf, postsQuery, type Side } from '../data/posts/queries.js'

/** Returns the posts of a list around a linked one, with functions to load more and to show the newest. */
export function usePosts(of: PostsOf, linked: string | undefined, search: 'post' | 'reply') {
  const { data: window, error, refetch } = useQuery(postsQuery(of, linked))
  return { window, error, refetch, extend: useExtend(of, linked), jump: useJump(of, linked, search) }
}

/** Shows the newest posts. */
function useJump(of: PostsOf, linked: string | undefined, search: 'post' | 'reply'): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => {
    const { queryKey } = postsQuery(of)
    if (client.getQueryData(queryKey)?.hasNewer) void client.resetQueries({ queryKey, exact: true })
    if (linked !== undefined) void navigate({ to: '.', search: known => ({ ...known, [search]: undefined }) })
  }
}

/** Fetches the next page on one side, one at a time. After a failure, it retries when the reader scrolls near again. */
function useExtend({ team, channel, shown }: PostsOf, around: string | undefined) {
  const client = useQueryClient()
  const underWay = useRef(new Set<Side>())
  return useCallback(
    (side: Side) => {
      if (underWay.current.has(side)) return
      underWay.current.add(side)
      extendWindow(client, { team, channel, shown }, around, side)
        .catch(() => {}) // the banner says that the server is down
        .finally(() => underWay.current.delete(side))
    },
    [client, team, channel, shown, around],
  )
}
