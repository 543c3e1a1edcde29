import { z } from 'zod'

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
