import { timeOf } from '@posthorn/core'
import type { postsOf, SettledDelivery } from '@posthorn/db'
import { type Refusal, refusals } from '@posthorn/server'
import { z } from 'zod'

/** A delivery that has been settled: what became of it and why. `message` is for the owner of the hook to act on. */
export const DeliveryObject = z.object({
  id: z.string(),
  hook_id: z.string(),
  channel_id: z.string(),
  create_at: z.number(),
  settled_at: z.number(),
  outcome: z.enum(['posted', 'rejected']),
  reason: z.string(),
  message: z.string(),
  status: z.number(),
  post_count: z.number(),
  tries: z.number(),
  request_id: z.string(),
  ignored: z.array(z.string()),
  replay_of: z.string(),
})
export type DeliveryObject = z.infer<typeof DeliveryObject>

/** The list of a hook's deliveries; `next` is the cursor of the page after this one, or empty. */
export const DeliveryPage = z.object({ deliveries: z.array(DeliveryObject), next: z.string() })

/** One delivery, whole. */
export const WholeDelivery = DeliveryObject.extend({
  payload: z.string(),
  posts: z.array(z.object({ id: z.string(), channel_id: z.string(), create_at: z.number() })),
})
export type WholeDelivery = z.infer<typeof WholeDelivery>

export function deliveryObject(delivery: SettledDelivery): DeliveryObject {
  return {
    id: delivery.id,
    hook_id: delivery.hookId,
    channel_id: delivery.channelId,
    create_at: timeOf(delivery.id),
    settled_at: delivery.settledAt,
    outcome: delivery.outcome,
    ...why(delivery),
    post_count: delivery.postCount,
    tries: delivery.tries,
    request_id: delivery.requestId,
    ignored: delivery.ignored,
    replay_of: delivery.replayOf,
  }
}

export function wholeDelivery(
  delivery: SettledDelivery & { payload: string },
  posts: Awaited<ReturnType<typeof postsOf>>,
): WholeDelivery {
  return {
    ...deliveryObject(delivery),
    payload: delivery.payload,
    posts: posts.map(({ id, channelId, createAt }) => ({ id, channel_id: channelId, create_at: createAt })),
  }
}

/** The error that a sender would have got who waited for the outcome. */
function why({ outcome, reason, detail }: SettledDelivery) {
  if (outcome === 'posted') return { reason: '', message: '', status: 200 }
  const known = Object.hasOwn(refusals, reason) ? refusals[reason as Refusal] : undefined
  const { id, message, status } = known ?? { id: reason, message: reason, status: 400 } // one of another version's
  return { reason: id, message: detail === '' ? message : `${message} ${detail}`, status }
}
