import { z } from 'zod'
import { maxDeliveredPosts } from '../limits.js'
import { DeliveryChannel } from './delivery.js'

/** The error that a sender would be told; empty, with status 200, where all is well. */
const told = { reason: z.string(), message: z.string(), status: z.number() }

/** What a payload would become. Nothing of it is stored. */
export const Preview = z.object({
  outcome: z
    .enum(['posted', 'rejected', 'refused'])
    .describe(
      'refused: at the door, so that the history would not have it; rejected: by who posts, with this reason.',
    ),
  ...told,
  channel: DeliveryChannel.nullable().describe(
    'Where the posts would go; without id for a direct channel that would be made. Null where nowhere.',
  ),
  ignored: z.array(z.string()).describe('What is written without effect.'),
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

/** What became of a payload that was sent by session. */
export const SentPayload = z.object({
  delivery: z.string(),
  outcome: z
    .enum(['posted', 'rejected', 'queued'])
    .describe('queued: kept, and not posted within ten seconds. The history has the outcome in a while.'),
  ...told,
  posts: z.array(z.object({ id: z.string(), channel_id: z.string(), create_at: z.number() })),
})
export type SentPayload = z.infer<typeof SentPayload>
