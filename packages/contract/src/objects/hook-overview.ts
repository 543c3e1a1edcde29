import { z } from 'zod'
import { HookObject } from './hook.js'

/**
 * A hook with what a list shows beside it. The names of a channel that the caller may not read are empty. A hook that
 * was deleted with its channel has a `delete_at`: it comes back with the channel.
 */
export const HookOverview = HookObject.extend({
  creator: z.object({ id: z.string(), username: z.string(), delete_at: z.number() }),
  channel: z.object({
    id: z.string(),
    name: z.string(),
    display_name: z.string(),
    type: z.enum(['O', 'P', 'D', '']),
    delete_at: z.number().describe('Not 0 where the channel was archived.'),
  }),
  posted_last_day: z.number().describe('Of the last 24 hours, among its newest 10,000 deliveries.'),
  rejected_last_day: z.number().describe('Of the last 24 hours, among its newest 10,000 deliveries.'),
  failing: z
    .object({ delivery: z.string(), reason: z.string(), message: z.string(), status: z.number() })
    .nullable()
    .describe('What it could not post last, and why, while it fails; else null.'),
  may_change: z.boolean().describe('Whether the caller may change, rekey and delete it.'),
})
export type HookOverview = z.infer<typeof HookOverview>

/** A hook of any team, with which team that is. */
export const HookInTeam = HookOverview.extend({
  team: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
})
export type HookInTeam = z.infer<typeof HookInTeam>

/** What a search in all teams finds. */
export const HookInTeamPage = z.object({
  hooks: z.array(HookInTeam),
  next: z.string().describe('The cursor of the page after this one, or empty.'),
  total: z.number().describe('How many match in all.'),
})

/** What a search for hooks finds. */
export const HookOverviewPage = z.object({
  hooks: z.array(HookOverview),
  next: z.string().describe('The cursor of the page after this one, or empty.'),
  total: z.number().describe('How many match in all.'),
  may_create: z.boolean().describe('Whether the caller may make hooks in this team.'),
  administrators: z
    .array(z.string())
    .describe('Where the caller may not: user names of some who may, and may switch it on for all.'),
})
