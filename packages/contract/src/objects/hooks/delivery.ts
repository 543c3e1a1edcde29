import { type Outcome, outcomeMeanings, outcomes } from '@posthorn/core/outcomes'
import { z } from 'zod'
import { maxDeliveredPosts } from '../../limits.js'

export { outcomes as deliveryOutcomes }
export type DeliveryOutcome = Outcome

const meanings = Object.entries(outcomeMeanings).map(([outcome, meaning]) => `${outcome}: ${meaning}.`)

/** A settled delivery with its outcome. `message` explains the reason to the hook's owner. */
export const DeliveryObject = z.object({
  id: z.string(),
  hook_id: z.string(),
  channel_id: z.string(),
  create_at: z.number(),
  settled_at: z.number(),
  outcome: z.enum(outcomes).describe(meanings.join(' ')),
  post_id: z
    .string()
    .describe('The earlier post that it changed or repeats, or whose newer state won. Otherwise empty.'),
  change: z.enum(['', 'edit', 'delete']).describe('Set if it edited or deleted posts by their IDs.'),
  target: z.string().describe('The post or delivery that such a delivery names. Otherwise empty.'),
  reason: z.string(),
  message: z.string(),
  status: z.number(),
  format: z
    .string()
    .describe('The adapter that read a sender’s own JSON, or template for the hook’s. Otherwise empty.'),
  template_version: z.number().describe('The version of the hook’s template that read it. Otherwise 0.'),
  event: z.string().describe('The event that the adapter found. Otherwise empty.'),
  post_count: z
    .number()
    .describe('Posts with its content, including an earlier post that it changed or repeats.'),
  tries: z.number(),
  request_id: z.string(),
  ignored: z.array(z.string()),
  replay_of: z.string(),
  sent_by: z
    .string()
    .describe('User who sent or replayed it from a session. Empty if it came from the hook’s URL.'),
})
export type DeliveryObject = z.infer<typeof DeliveryObject>

/** A delivery with the outcome of its latest replay. */
export const ListedDelivery = DeliveryObject.extend({
  replay_outcome: z
    .enum(['', ...outcomes])
    .describe('Outcome of the latest replay of this delivery. Empty if it was never replayed.'),
})
export type ListedDelivery = z.infer<typeof ListedDelivery>

export const DeliveryCount = z.object({
  count: z.number(),
  is_whole: z.boolean().describe('False if there may be more deliveries than were counted.'),
})

/** The place of a delivery. */
export const DeliveryPlace = z.object({ delivery: z.string(), hook_id: z.string() })

/**
 * A post of a delivery, with the content that the delivery made. Its text is empty if the caller cannot read the channel, if the
 * post was deleted, or if the content was replaced and is no longer stored.
 */
export const DeliveredPost = z.object({
  id: z.string(),
  channel_id: z.string(),
  root_id: z.string().describe('The root of its thread if it is a reply. Otherwise empty.'),
  create_at: z.number(),
  delete_at: z.number(),
  set_by: z
    .string()
    .describe('The delivery that made the post’s current content: another one if it was updated since.'),
  version_id: z
    .string()
    .describe('The stored version with this delivery’s content, if it was replaced since. Otherwise empty.'),
  message: z.string(),
  html: z.string().describe('The message and its attachments, as safe HTML.'),
  type: z.string(),
  props: z.record(z.string(), z.unknown()),
})
export type DeliveredPost = z.infer<typeof DeliveredPost>

/** The channel of a delivery's posts. Its names are empty if the caller cannot read it. */
export const DeliveryChannel = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  type: z.enum(['O', 'P', 'D', '']),
  delete_at: z.number(),
})
export type DeliveryChannel = z.infer<typeof DeliveryChannel>

/** A delivery in a list, with the beginning of what it posted. */
export const DeliveryInList = ListedDelivery.extend({
  channel: DeliveryChannel.nullable().describe('Where it posted. Null if it did not.'),
  words: z
    .string()
    .describe(
      'The first words of its first post, without Markdown, at most 160 characters. Empty if the caller cannot read the ' +
        'channel, or if the post was updated or deleted since.',
    ),
}).meta({ id: 'DeliveryInList' })
export type DeliveryInList = z.infer<typeof DeliveryInList>

/** A page of a hook's deliveries. `next` is the cursor of the next page, or empty. */
export const DeliveryPage = z
  .object({ deliveries: z.array(DeliveryInList), next: z.string() })
  .meta({ id: 'DeliveryPage' })

/** One delivery with all details. */
export const WholeDelivery = ListedDelivery.extend({
  payload: z.string(),
  sender_address: z
    .string()
    .describe(
      'The address that sent it, as TRUST_PROXY reports it. Empty if it did not come from the hook’s URL.',
    ),
  user_agent: z.string().describe('The sender’s User-Agent, at most 256 characters. It may be empty.'),
  caller_request_id: z
    .string()
    .describe(
      'The sender’s own X-Request-Id. Empty if there was none, or if it was longer than 128 characters or not printable ASCII.',
    ),
  trace_id: z
    .string()
    .describe(
      'The trace that it belongs to, from the sender’s `traceparent` or OpenTelemetry. Otherwise empty.',
    ),
  headers: z
    .record(z.string(), z.string())
    .describe('Its Content-Type, and the headers that the adapter read. No other headers are stored.'),
  channel: DeliveryChannel.nullable().describe('Null if there are no posts.'),
  posts: z
    .array(DeliveredPost)
    .describe(
      `The first ${maxDeliveredPosts}: the earlier post that it changed or repeats, then its own. None for a deletion.`,
    ),
  related_delivery: z
    .string()
    .describe(
      'For an update or a repeat, the delivery that created the post. For a superseded delivery, the one whose newer state the ' +
        'post has.',
    ),
  newer: z.string().describe('The hook’s next newer delivery, or empty.'),
  older: z.string().describe('The hook’s next older delivery, or empty.'),
  replayed_as: z.string().describe('The latest replay of this delivery, or empty.'),
}).meta({ id: 'WholeDelivery' })
export type WholeDelivery = z.infer<typeof WholeDelivery>

export const Replayed = z.object({
  delivery: z.string(),
  replay_of: z.string(),
  replayed_already: z.boolean(),
})

/** The ID of a replay of many deliveries. */
export const Replay = z.object({ replay: z.string() })

export const ReplayProgress = z.object({
  status: z
    .enum(['waiting', 'running', 'done'])
    .describe('done: all deliveries have been sent. The counts by outcome cover the settled ones.'),
  total: z.number().describe('Number of deliveries to replay. It can grow if more than 10,000 match.'),
  done: z.number().describe('Number of deliveries examined.'),
  sent: z
    .number()
    .describe(
      'Number of deliveries that this replay sent. Others were replayed by another call in the meantime.',
    ),
  posted: z.number().describe('Of these, the number posted so far.'),
  replied: z.number().describe('Of these, the number that became replies.'),
  updated: z.number().describe('Of these, the number that changed an earlier post.'),
  collapsed: z.number().describe('Of these, the number that an earlier post counts as its repeats.'),
  superseded: z
    .number()
    .describe('Of these, the number that changed nothing, because a newer delivery had set the post.'),
  skipped: z.number().describe('Of these, the number that became no post, because of their event.'),
  rejected: z.number().describe('Of these, the number rejected again.'),
  from: z.number(),
  to: z.number(),
})

/** A delivery of any hook, with who sent it, and without its payload. */
export const FoundDelivery = DeliveryObject.extend({
  team: z
    .object({ id: z.string(), name: z.string(), display_name: z.string() })
    .nullable()
    .describe('The team of the hook. Null if it is unknown.'),
  hook_name: z
    .string()
    .describe('The hook’s title, which may be empty. With `by_token`, the user name of the sender.'),
  by_token: z
    .boolean()
    .describe(
      'Whether a user or bot sent it with a token, in the place of a hook. `hook_id` is then the user’s ID.',
    ),
  sender_address: z.string().describe('The address that sent it, or empty.'),
  user_agent: z.string().describe('The sender’s User-Agent, or empty.'),
  caller_request_id: z.string().describe('The sender’s own X-Request-Id, or empty.'),
  trace_id: z.string().describe('The trace that it belongs to, or empty.'),
}).meta({ id: 'FoundDelivery' })
export type FoundDelivery = z.infer<typeof FoundDelivery>

export const FoundDeliveries = z.object({
  deliveries: z.array(FoundDelivery),
  is_whole: z.boolean().describe('False if there may be more deliveries than were found.'),
})
export type FoundDeliveries = z.infer<typeof FoundDeliveries>
