import { z } from 'zod'
import { failingShare } from '../../limits.js'
import { HookObject } from './hook.js'

/**
 * A hook with the details that lists show. The names of a channel that the caller cannot read are empty. A hook
 * that was deleted with its channel has a `delete_at` and is restored with the channel.
 */
export const HookOverview = HookObject.extend({
  creator: z.object({ id: z.string(), username: z.string(), delete_at: z.number() }),
  channel: z.object({
    id: z.string(),
    name: z.string(),
    display_name: z.string(),
    type: z.enum(['O', 'P', 'D', '']),
    delete_at: z.number().describe('Not 0 if the channel was archived.'),
  }),
  posted_last_day: z
    .number()
    .describe('In the last 24 hours, among the newest 10,000 deliveries. Includes replies and updates.'),
  rejected_last_day: z.number().describe('In the last 24 hours, among the newest 10,000 deliveries.'),
  delivered_last_day: z
    .number()
    .describe('Deliveries with any outcome in the last 24 hours, at most the newest 10,000.'),
  delivered_by_hour: z
    .array(z.number())
    .describe('The same deliveries by hour: 24 numbers, oldest first. The last hour ends now.'),
  rejected_by_hour: z.array(z.number()).describe('The rejected ones by hour.'),
  failing: z
    .object({ delivery: z.string(), reason: z.string(), message: z.string(), status: z.number() })
    .nullable()
    .describe(
      'The latest delivery that was rejected, and why. Null unless the hook is failing: at least ' +
        `${100 * failingShare} % of its deliveries of the last 24 hours were rejected.`,
    ),
  may_change: z.boolean().describe('Whether the caller can edit, regenerate and delete the hook.'),
})
export type HookOverview = z.infer<typeof HookOverview>

/** A hook with its team. */
export const HookInTeam = HookOverview.extend({
  team: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
})
export type HookInTeam = z.infer<typeof HookInTeam>

/** A page of hooks in all teams. */
export const HookInTeamPage = z.object({
  hooks: z.array(HookInTeam),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
})

/** A page of a team's hooks. */
export const HookOverviewPage = z.object({
  hooks: z.array(HookOverview),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
  may_create: z.boolean().describe('Whether the caller can create hooks in this team.'),
  administrators: z
    .array(z.string())
    .describe(
      'If the caller cannot create hooks: user names of some administrators who can, and who can allow it for ' +
        'everyone.',
    ),
})
