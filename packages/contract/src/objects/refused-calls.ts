import { z } from 'zod'

const cause = {
  cause: z.string().describe('A word for it, as in the metrics: limited, too_large, unreadable, …'),
  reason: z.string().describe('The id of the error that the sender was told; empty for the rate limit.'),
  message: z.string(),
  status: z.number(),
}

/** Calls of a hook that became no delivery: how many by day and by what they were refused for, and the last ones. */
export const RefusedCalls = z.object({
  days: z.array(
    z.object({
      day: z.string().describe('As 2026-11-21, in UTC.'),
      calls: z.array(z.object({ ...cause, count: z.number() })),
    }),
  ),
  last: z.array(
    z.object({
      ...cause,
      at: z.number().describe('When, in milliseconds since 1970.'),
      detail: z.string().describe('What the sender was told in detailed_error, its first 300 characters.'),
      request_id: z.string(),
    }),
  ),
})
export type RefusedCalls = z.infer<typeof RefusedCalls>
