import { z } from 'zod'

/** Calls of a hook that became no delivery, by day and by what they were refused for. */
export const RefusedCalls = z.object({
  days: z.array(
    z.object({
      day: z.string().describe('As 2026-11-21, in UTC.'),
      calls: z.array(
        z.object({
          cause: z.string().describe('A word for it, as in the metrics: limited, too_large, unreadable, …'),
          count: z.number(),
          reason: z
            .string()
            .describe('The id of the error that the sender was told; empty for the rate limit.'),
          message: z.string(),
          status: z.number(),
        }),
      ),
    }),
  ),
})
export type RefusedCalls = z.infer<typeof RefusedCalls>
