import { z } from 'zod'
import { DeliveryObject } from './delivery.js'

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
