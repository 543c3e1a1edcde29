import { z } from 'zod'

/** That a user is in a team, and as what. */
export const TeamMemberObject = z.object({
  team_id: z.string(),
  user_id: z.string(),
  roles: z.string(),
  delete_at: z.number(),
})
export type TeamMemberObject = z.infer<typeof TeamMemberObject>
