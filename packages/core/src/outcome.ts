/** What becomes of a delivery. */
export type Outcome = 'posted' | 'rejected'

/** What became of a delivery. The ids of its posts follow from its own: they are `postCount`, numbered from 1. */
export type Settled = {
  id: string
  outcome: Outcome
  /** A word of the table of refusals; empty when posted. */
  reason: string
  detail: string
  channelId: string
  postCount: number
}
