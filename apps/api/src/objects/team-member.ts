import type { TeamMember } from '@posthorn/db'
import { z } from 'zod'

/** Spec 5.2. */
export const TeamMemberObject = z.object({
  team_id: z.string(),
  user_id: z.string(),
  roles: z.string(),
  delete_at: z.number(),
})
export type TeamMemberObject = z.infer<typeof TeamMemberObject>

export function teamMemberObject({ teamId, userId, roles, deleteAt }: TeamMember): TeamMemberObject {
  return { team_id: teamId, user_id: userId, roles, delete_at: deleteAt }
}
