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

export const queueName = 'deliveries'
/** What is sent beyond a share has a queue of its own, so that it never takes what works on the other. */
export const floodName = 'flood'

/** Everything of Posthorn's in Redis begins with this; a test's world has one of its own. */
export const defaultPrefix = 'posthorn'

/** What a producer's job is called; one that was taken apart is not. */
export const batchName = 'batch'

/** How BullMQ treats a batch (ARCHITECTURE.md, Decisions): never given up, never left behind when done, slower after each failure. */
export const batchOptions = {
  attempts: Number.MAX_SAFE_INTEGER, // Infinity makes the add fail
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: false,
}
