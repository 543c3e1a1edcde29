import { z } from 'zod'

/** A team. */
export const TeamObject = z
  .object({
    id: z.string(),
    create_at: z.number(),
    update_at: z.number(),
    delete_at: z.number(),
    display_name: z.string(),
    name: z.string(),
    description: z.string(),
    email: z.string(),
    type: z.string(),
    company_name: z.string(),
    allowed_domains: z.string(),
    invite_id: z.string(),
    allow_open_invite: z.boolean(),
  })
  .meta({ id: 'Team' })
export type TeamObject = z.infer<typeof TeamObject>

/** A team with its numbers of active members, hooks and channels. */
export const TeamOverview = TeamObject.extend({
  members: z.number(),
  hooks: z.number(),
  channels: z.number(),
})
export type TeamOverview = z.infer<typeof TeamOverview>

/** A page of teams. */
export const TeamOverviewPage = z.object({
  teams: z.array(TeamOverview),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
})

/** Teams by ID. */
export const TeamMap = z.record(z.string(), TeamObject)

export const TeamStats = z.object({
  team_id: z.string(),
  total_member_count: z.number(),
  active_member_count: z.number(),
})

export const TeamUnread = z.object({ team_id: z.string(), msg_count: z.number(), mention_count: z.number() })
