import type { SessionObject } from '@posthorn/contract'
import type { Session, TeamMember, User } from '@posthorn/db'
import { teamMemberObject } from './team-member-object.js'

/** `currentId`: the session that makes the call. */
export function sessionObject(
  session: Session,
  { roles }: User,
  teams: TeamMember[],
  currentId: string,
): SessionObject {
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
    is_current: session.id === currentId,
  }
}
