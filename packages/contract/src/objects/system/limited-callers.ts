import { z } from 'zod'

/** The callers that got 429 responses, with counts. */
export const LimitedCallers = z
  .object({
    since_at: z.number().describe('Start of the counted range: 23 hours before the beginning of this hour.'),
    callers: z.array(
      z.object({
        kind: z
          .enum(['hook', 'user', 'address'])
          .describe(
            'What the rate limit applies to: a hook, a user with all sessions, or an address without a session.',
          ),
        id: z.string().describe('ID of the hook or user. Otherwise the address, for IPv6 its /64 prefix.'),
        name: z.string().describe('Name of the hook or user. Empty if unknown.'),
        team_id: z.string().describe('The hook’s team, or empty.'),
        calls: z.number().describe('Number of refused calls.'),
      }),
    ),
  })
  .meta({ id: 'LimitedCallers' })
export type LimitedCallers = z.infer<typeof LimitedCallers>
