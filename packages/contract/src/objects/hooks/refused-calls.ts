import { z } from 'zod'

const cause = {
  cause: z.string().describe('Short cause, as in the metrics: limited, too_large, unreadable, …'),
  reason: z.string().describe('ID of the error that the sender received. Empty for the rate limit.'),
  message: z.string(),
  status: z.number(),
}

/** Calls to a hook that did not become deliveries: counts by day and reason, and the latest ones. */
export const RefusedCalls = z.object({
  days: z.array(
    z.object({
      day: z.string().describe('For example 2026-11-21, in UTC.'),
      calls: z.array(z.object({ ...cause, count: z.number() })),
    }),
  ),
  last: z.array(
    z.object({
      ...cause,
      at: z.number().describe('Milliseconds since 1970.'),
      detail: z.string().describe('First 300 characters of the `detailed_error` that the sender received.'),
      request_id: z.string(),
    }),
  ),
})
export type RefusedCalls = z.infer<typeof RefusedCalls>

/** The JSON of refused calls, newest first. */
export const RefusedSampleList = z.object({
  samples: z.array(
    z.object({
      at: z.number().describe('Milliseconds since 1970.'),
      request_id: z.string(),
      payload: z.string().describe('The JSON, as text.'),
    }),
  ),
})
export type RefusedSampleObject = z.infer<typeof RefusedSampleList>['samples'][number]

/** A hook's deliveries over time. */
export const HookFigures = z
  .object({
    step_ms: z.number().describe('The length of each period.'),
    periods: z
      .array(
        z.object({
          start_at: z.number(),
          posted: z.number().describe('Includes replies, updates and repeats.'),
          rejected: z.number(),
          other: z.number().describe('Superseded and skipped deliveries.'),
        }),
      )
      .describe('Consecutive periods, oldest first. The last one ends now.'),
    counted_from: z
      .number()
      .describe('When the oldest counted delivery was accepted, if there are older ones. Otherwise 0.'),
  })
  .meta({ id: 'HookFigures' })
export type HookFigures = z.infer<typeof HookFigures>
