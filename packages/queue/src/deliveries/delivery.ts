import { z } from 'zod'
import type { Bill } from '../limits/bill.js'

/** A delivery on its way. In Redis it is packed (`pack.ts`). */
export const Delivery = z.object({
  id: z.string(),
  hookId: z.string(),
  requestId: z.string(),
  /** The payload's JSON as the sender wrote it. */
  payload: z.string(),
  /** The ingress process that holds the sender's answer until it hears the outcome. */
  answerTo: z.string().optional(),
  /** The delivery that was sent first, when this one is a replay. */
  replayOf: z.string().optional(),
  /** The user who sent it from a session; absent when it came by the hook's URL. */
  sentBy: z.string().optional(),
  /** The user who has to be permitted, too, to post where it goes, unless they are the hook's creator. */
  restrictedTo: z.string().optional(),
})
export type Delivery = z.infer<typeof Delivery>

/**
 * A delivery on its way in, about how many posts it becomes (one for each 4,000 characters when that is not said), what its
 * call is still to be counted as, and its payload in fewer characters when it is large (`compress.ts`).
 */
export type NewDelivery = Delivery & {
  posts?: number
  bill?: Bill | undefined
  compressed?: string | undefined
}
