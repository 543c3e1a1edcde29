import { z } from 'zod'

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
