import type { Session, TeamMember, User } from '@posthorn/db'
import { z } from 'zod'
import { TeamMemberObject, teamMemberObject } from './team-member.js'

/** Spec 4.3; the token is never told again. */
export const SessionObject = z.object({
  id: z.string(),
  token: z.literal(''),
  create_at: z.number(),
  expires_at: z.number(),
  last_activity_at: z.number(),
  user_id: z.string(),
  device_id: z.string(),
  roles: z.string(),
  is_oauth: z.boolean(),
  props: z.record(z.string(), z.string()),
  team_members: z.array(TeamMemberObject),
})
export type SessionObject = z.infer<typeof SessionObject>

export function sessionObject(session: Session, { roles }: User, teams: TeamMember[]): SessionObject {
  return {
    id: session.id,
    token: '',
    create_at: session.createAt,
    expires_at: session.expiresAt,
    last_activity_at: session.lastActivityAt,
    user_id: session.userId,
    device_id: session.deviceId,
    roles,
    is_oauth: session.isOauth,
    props: session.props,
    team_members: teams.map(teamMemberObject),
  }
}
