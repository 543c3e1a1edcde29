import type { TeamMemberObject } from '@posthorn/contract'
import type { TeamMember } from '@posthorn/db'

export function teamMemberObject({ teamId, userId, roles, deleteAt }: TeamMember): TeamMemberObject {
  return { team_id: teamId, user_id: userId, roles, delete_at: deleteAt }
}
