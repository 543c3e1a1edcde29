import { postId } from './ids.js'

/**
 * How a delivery ends. `posted`: new posts. `replied`: replies to an earlier post. `updated`: it changed an earlier post.
 * `superseded`: a newer delivery had already set its post. `rejected`: nothing was posted, for a reason.
 */
export const outcomes = ['posted', 'replied', 'updated', 'superseded', 'rejected'] as const
export type Outcome = (typeof outcomes)[number]

/** How a delivery ended. */
export type Settled = {
  id: string
  outcome: Outcome
  /** An id from the table of refusals; empty unless the delivery was rejected. */
  reason: string
  detail: string
  channelId: string
  /** The highest number of its own posts (`ownPostIds`). */
  postCount: number
  /** The earlier post that it updated, or replied to as well; for a superseded delivery, the post with the newer state. */
  postId?: string | undefined
}

/**
 * Returns the ids of the posts that a delivery created. They derive from its own id: they are numbered from 1 to
 * `postCount`, or from 2 if it also names an earlier post, which then has its first text.
 */
export function ownPostIds({
  id,
  postCount,
  postId: earlier,
}: Pick<Settled, 'id' | 'postCount' | 'postId'>): string[] {
  const first = earlier === undefined ? 1 : 2
  return Array.from({ length: Math.max(postCount - first + 1, 0) }, (_, index) => postId(id, first + index))
}

/** Returns the ids of the posts that show a delivery's content: the post that it updated, then its own. */
export function shownPostIds(settled: Pick<Settled, 'id' | 'outcome' | 'postCount' | 'postId'>): string[] {
  const { outcome, postId: earlier } = settled
  return [...(outcome === 'updated' && earlier !== undefined ? [earlier] : []), ...ownPostIds(settled)]
}
