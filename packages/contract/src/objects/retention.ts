import { z } from 'zod'

/** How long posts are stored in a channel, a team or everywhere. */
export const RetentionObject = z
  .object({
    days: z
      .number()
      .nullable()
      .describe('Its own number of days. 0: forever. Null: it has none, and `inherited_days` applies.'),
    inherited_days: z.number().describe('The days of the team or server above it. 0: forever.'),
    old_posts: z
      .number()
      .describe(
        'Posts older than the `days` of the query, or else than those that apply. Counted up to a limit.',
      ),
    has_more_old_posts: z.boolean().describe('Whether there are more than were counted.'),
  })
  .meta({ id: 'Retention' })
export type RetentionObject = z.infer<typeof RetentionObject>
