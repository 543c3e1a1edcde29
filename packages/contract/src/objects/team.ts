import { z } from 'zod'

/** A team. */
export const TeamObject = z.object({
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
export type TeamObject = z.infer<typeof TeamObject>

/** A team with how many live members, hooks and channels it has. */
export const TeamOverview = TeamObject.extend({
  members: z.number(),
  hooks: z.number(),
  channels: z.number(),
})
export type TeamOverview = z.infer<typeof TeamOverview>

/** What a search for teams finds. */
export const TeamOverviewPage = z.object({
  teams: z.array(TeamOverview),
  next: z.string().describe('The cursor of the page after this one, or empty.'),
  total: z.number().describe('How many match in all.'),
})

/** Teams by their ids. */
export const TeamMap = z.record(z.string(), TeamObject)

export const TeamStats = z.object({
  team_id: z.string(),
  total_member_count: z.number(),
  active_member_count: z.number(),
})

export const TeamUnread = z.object({ team_id: z.string(), msg_count: z.number(), mention_count: z.number() })
