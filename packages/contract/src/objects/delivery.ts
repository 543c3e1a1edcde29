import { z } from 'zod'
import { maxDeliveredPosts } from '../limits.js'

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
  sent_by: z
    .string()
    .describe('The id of the user who sent or replayed it from a session; empty when it came by the URL.'),
})
export type DeliveryObject = z.infer<typeof DeliveryObject>

/** The list of a hook's deliveries; `next` is the cursor of the page after this one, or empty. */
export const DeliveryPage = z.object({ deliveries: z.array(DeliveryObject), next: z.string() })

export const DeliveryCount = z.object({
  count: z.number(),
  is_whole: z.boolean().describe('False where there may be more than were counted.'),
})

/** Where a delivery is to be found. */
export const DeliveryPlace = z.object({ delivery: z.string(), hook_id: z.string() })

/** A post of a delivery. What it says is empty where the caller may not read its channel, or it was deleted. */
export const DeliveredPost = z.object({
  id: z.string(),
  channel_id: z.string(),
  create_at: z.number(),
  delete_at: z.number(),
  message: z.string(),
  html: z.string().describe('The message and its attachments, as safe HTML.'),
  type: z.string(),
  props: z.record(z.string(), z.unknown()),
})
export type DeliveredPost = z.infer<typeof DeliveredPost>

/** The channel of a delivery's posts. Its names are empty where the caller may not read it. */
export const DeliveryChannel = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  type: z.enum(['O', 'P', 'D', '']),
  delete_at: z.number(),
})
export type DeliveryChannel = z.infer<typeof DeliveryChannel>

/** One delivery, whole. */
export const WholeDelivery = DeliveryObject.extend({
  payload: z.string(),
  channel: DeliveryChannel.nullable().describe('Null where there are no posts.'),
  posts: z
    .array(DeliveredPost)
    .describe(`The first ${maxDeliveredPosts}; post_count says how many there are.`),
  replayed_as: z.string().describe('The last delivery that sent this one again, or empty.'),
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
  status: z
    .enum(['waiting', 'running', 'done'])
    .describe('done: all are on their way, of which posted and rejected have arrived.'),
  total: z.number().describe('How many there were to send; it may grow where more than 10,000 match.'),
  done: z.number().describe('How many have been looked at.'),
  sent: z.number().describe('How many this replay sent, rather than another one meanwhile.'),
  posted: z.number().describe('Of these, how many are posted by now.'),
  rejected: z.number().describe('Of these, how many were rejected again.'),
  from: z.number(),
  to: z.number(),
})
