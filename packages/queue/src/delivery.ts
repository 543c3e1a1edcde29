import { z } from 'zod'

/** A delivery on the wire. Jobs outlive deploys: a new field is optional until the queue has drained. */
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
})
export type Delivery = z.infer<typeof Delivery>

/** What one BullMQ job carries. `started` counts the runs that began since its process was first found dead. */
export const Batch = z.object({ deliveries: z.array(Delivery), started: z.number().default(0) })

export const queueName = 'deliveries'

/** Everything of Posthorn's in Redis begins with this; a test's world has one of its own. */
export const defaultPrefix = 'posthorn'

/** How BullMQ treats a batch (design 6): never given up, never left behind when done, slower after each failure. */
export const batchOptions = {
  attempts: Number.MAX_SAFE_INTEGER, // Infinity makes the add fail
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: false,
}
