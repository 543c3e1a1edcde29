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

export const Replayed = z.object({
  delivery: z.string(),
  replay_of: z.string(),
  replayed_already: z.boolean(),
})

/** The id of what sends many deliveries again. */
export const Replay = z.object({ replay: z.string() })

export const ReplayProgress = z.object({
  status: z.enum(['waiting', 'running', 'done']),
  total: z.number(),
  done: z.number(),
  from: z.number(),
  to: z.number(),
})
