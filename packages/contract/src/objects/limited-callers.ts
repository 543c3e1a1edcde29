import { z } from 'zod'

/** Whose calls were answered 429, and how often. */
export const LimitedCallers = z.object({
  since_at: z
    .number()
    .describe('Since when they are counted: the beginning of an hour, 23 hours before this one.'),
  callers: z.array(
    z.object({
      kind: z
        .enum(['hook', 'user', 'address'])
        .describe('What they were counted as: a hook, a user with all sessions, an address without one.'),
      id: z.string().describe('Of the hook or the user; else the address, of IPv6 the /64.'),
      name: z.string().describe('What the hook or the user is called; empty where it is not known.'),
      team_id: z.string().describe('Of the hook; else empty.'),
      calls: z.number().describe('How many were refused.'),
    }),
  ),
})
export type LimitedCallers = z.infer<typeof LimitedCallers>
