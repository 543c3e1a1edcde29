/** How a delivery ends. */
export type Outcome = 'posted' | 'rejected'

/** How a delivery ended. The ids of its posts derive from its own id: they are numbered from 1 to `postCount`. */
export type Settled = {
  id: string
  outcome: Outcome
  /** An id from the table of refusals; empty if the delivery was posted. */
  reason: string
  detail: string
  channelId: string
  postCount: number
}
