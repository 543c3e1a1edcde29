import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Place, postsQuery } from '../data/posts.js'

/** Shows the newest posts, from wherever one has come to. */
export function useJump(place: Place, post: string | undefined): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => {
    const { queryKey } = postsQuery(place)
    if (client.getQueryData(queryKey)?.hasNewer) void client.resetQueries({ queryKey, exact: true })
    if (post !== undefined) void navigate({ to: '.', search: {} })
  }
}
