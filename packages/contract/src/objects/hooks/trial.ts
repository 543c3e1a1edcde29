import { z } from 'zod'
import { maxDeliveredPosts } from '../../limits.js'
import { DeliveryChannel, deliveryOutcomes } from './delivery.js'
import { TemplateFaultObject } from './template.js'

/** The error that a sender would receive. Empty, with status 200, if the payload would be accepted. */
const failure = { reason: z.string(), message: z.string(), status: z.number() }

/** The result of a preview. Nothing of it is stored. */
export const Preview = z.object({
  outcome: z
    .enum(['posted', 'replied', 'updated', 'collapsed', 'skipped', 'rejected', 'refused'])
    .describe(
      'replied, updated: what the payload’s keys would do now. collapsed: it would be counted as a repeat. skipped: an ' +
        'event that becomes no post. refused: rejected on receipt, so it would not appear in the history. rejected: ' +
        'accepted but not posted, for this reason.',
    ),
  ...failure,
  post_id: z
    .string()
    .describe('The post that it would update or repeat, or the root of its thread. Otherwise empty.'),
  channel: DeliveryChannel.nullable().describe(
    'Channel of the posts. Without ID for a direct channel that would be created. Null if there is none.',
  ),
  ignored: z.array(z.string()).describe('Fields of the payload that have no effect.'),
  keys: z
    .object({ thread_key: z.string(), update_key: z.string(), close: z.boolean() })
    .describe('The keys of the payload, or that a template or adapter made. Empty if it has none.'),
  fault: TemplateFaultObject.nullable().describe('Where a template is wrong. Otherwise null.'),
  post_count: z.number(),
  posts: z
    .array(
      z.object({
        message: z.string(),
        html: z.string(),
        type: z.string(),
        props: z.record(z.string(), z.unknown()),
      }),
    )
    .describe(`The first ${maxDeliveredPosts}, exactly as they would be stored.`),
})
export type Preview = z.infer<typeof Preview>

/** The result of a payload that was sent from a session. */
export const SentPayload = z.object({
  delivery: z.string(),
  outcome: z
    .enum([...deliveryOutcomes, 'queued'])
    .describe('queued: stored, but not posted within ten seconds. The outcome appears in the history.'),
  ...failure,
  posts: z.array(z.object({ id: z.string(), channel_id: z.string(), create_at: z.number() })),
})
export type SentPayload = z.infer<typeof SentPayload>
