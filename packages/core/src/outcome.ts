import { postId } from './ids.js'
import type { Outcome } from './outcomes.js'

/** The outcomes of deliveries that changed their channel. */
export type ShownOutcome = Exclude<Outcome, 'superseded' | 'skipped' | 'rejected'>

/** What a response says of its delivery: `stored` until the outcome is known, and `posted` once its channel shows it. */
export type DeliveryState = 'stored' | 'posted' | Exclude<Outcome, ShownOutcome>

/** Returns the state of a delivery that has ended like this, or not yet. */
export function deliveryState(outcome: Outcome | undefined): DeliveryState {
  switch (outcome) {
    case undefined:
      return 'stored'
    case 'replied':
    case 'updated':
    case 'collapsed':
      return 'posted'
    default:
      return outcome
  }
}

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
  /**
   * The earlier post that it updated, or replied to as well; for a repeat, the post that counts it; for a superseded delivery, the
   * post with the newer state.
   */
  postId?: string | undefined
}

/** Returns the number of posts that a delivery created. */
export function ownPostCount({ postCount, postId: earlier }: Pick<Settled, 'postCount' | 'postId'>): number {
  return earlier === undefined ? postCount : Math.max(postCount - 1, 0)
}

/**
 * Returns the ids of the posts that a delivery created. They derive from its own id: they are numbered from 1 to
 * `postCount`, or from 2 if it also names an earlier post, which then has its first text.
 */
export function ownPostIds(settled: Pick<Settled, 'id' | 'postCount' | 'postId'>): string[] {
  const first = settled.postId === undefined ? 1 : 2
  return Array.from({ length: ownPostCount(settled) }, (_, index) => postId(settled.id, first + index))
}

/** Returns the ids of the posts that show a delivery's content: the post that it updated or repeats, then its own. */
export function shownPostIds(settled: Pick<Settled, 'id' | 'outcome' | 'postCount' | 'postId'>): string[] {
  const { outcome, postId: earlier } = settled
  const isInEarlier = outcome === 'updated' || outcome === 'collapsed'
  return [...(isInEarlier && earlier !== undefined ? [earlier] : []), ...ownPostIds(settled)]
}

/** Returns how many posts show a delivery's content. A deletion shows none. */
export function shownPostCount(settled: Pick<Settled, 'outcome' | 'postCount' | 'postId'>): number {
  const { outcome, postCount } = settled
  const isInEarlier = outcome === 'collapsed' || (outcome === 'updated' && postCount > 0)
  return ownPostCount(settled) + Number(isInEarlier)
}
