import { z } from 'zod'
import { teamLimits, userLimits } from '../../limits.js'
import { Text } from '../../parameters.js'

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

const { nameChars, displayNameChars, descriptionChars, companyNameChars, allowedDomainsChars } = teamLimits

/** The fields of a team that users can set. */
export const teamFields = {
  name: Text.describe(
    `2 to ${nameChars} characters of a-z, 0-9 and hyphen, with a letter or digit at both ends.`,
  ),
  display_name: Text.meta({ minLength: 1, maxLength: displayNameChars }),
  type: Text.optional()
    .meta({ enum: ['O', 'I'] })
    .describe('O: open (default). I: by invitation.'),
  description: Text.optional().meta({ maxLength: descriptionChars }),
  email: Text.optional()
    .meta({ maxLength: userLimits.emailChars })
    .describe('The user with this e-mail address becomes an administrator when they join.'),
  company_name: Text.optional().meta({ maxLength: companyNameChars }),
  allowed_domains: Text.optional().meta({ maxLength: allowedDomainsChars }),
  allow_open_invite: z.boolean().optional().describe('Whether every user can see the team.'),
}

/** A user's membership in a team. */
export const TeamMemberObject = z
  .object({
    team_id: z.string(),
    user_id: z.string(),
    roles: z.string(),
    delete_at: z.number(),
  })
  .meta({ id: 'TeamMember' })
export type TeamMemberObject = z.infer<typeof TeamMemberObject>
