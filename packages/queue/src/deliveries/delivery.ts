import { postLimit } from '@posthorn/core'
import { z } from 'zod'
import type { Bill } from '../limits/window.js'

/** A delivery in the queue. In Redis it is packed (`pack.ts`). */
export const Delivery = z.object({
  id: z.string(),
  hookId: z.string(),
  requestId: z.string(),
  /** The user who answers for the hook: the unit of fairness above it. Absent in jobs of version 0.1.0. */
  ownerId: z.string().optional(),
  /** The payload's JSON as the sender wrote it. */
  payload: z.string(),
  /** The ingress process that holds the sender's response until the outcome arrives. */
  answerTo: z.string().optional(),
  /** The original delivery, if this one is a replay. */
  replayOf: z.string().optional(),
  /** The user who sent it from a session; absent if it came by the hook's URL. */
  sentBy: z.string().optional(),
  /** A second user whose permissions the post needs, unless they are the hook's creator. */
  restrictedTo: z.string().optional(),
  /** Edits or deletes the posts with this id: that of a post, or of a delivery for all its posts. */
  change: z.object({ kind: z.enum(['edit', 'delete']), target: z.string() }).optional(),
  /** The address, user agent and content type of the request that sent it, one per line. Absent for replays. */
  sender: z.string().optional(),
  /** The caller's own X-Request-Id and `traceparent`, one per line. Absent if there is neither. */
  caller: z.string().optional(),
  /** Set if the payload is a sender's own JSON, which an adapter converts. */
  format: z
    .object({ name: z.string(), headers: z.record(z.string(), z.string()), query: z.string() })
    .optional(),
})
export type Delivery = z.infer<typeof Delivery>

/**
 * A new delivery. `posts`: an estimate of its posts, one per 4,000 characters if absent. `bill`: how its call
 * is still to be counted.
 */
export type NewDelivery = Delivery & {
  posts?: number
  bill?: Bill | undefined
}

/** A hook that sends deliveries, and the user who answers for it. */
export type OwnedHook = Pick<Delivery, 'hookId' | 'ownerId'>

/** Returns who a delivery counts for: its hook's owner, or the hook itself if nobody is known. */
export const ownerOf = ({ ownerId, hookId }: OwnedHook): string => ownerId ?? hookId

/** Estimates how many posts a delivery becomes. */
export function postsIn({ posts, payload }: NewDelivery): number {
  return posts ?? Math.max(Math.ceil(payload.length / postLimit), 1)
}

/** A delivery's work in characters: those of its payload, or of its posts if they are more. */
export function sizeOf(delivery: NewDelivery): number {
  return Math.max(delivery.payload.length, (postsIn(delivery) - 1) * postLimit)
}
