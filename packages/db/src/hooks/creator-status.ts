import { Prisma } from '../generated/client.js'

/**
 * Whether a hook can use its creator's permissions to read non-public channels. `deactivated` and `left_team` mean no.
 * A system administrator counts as a member of every team.
 */
export type CreatorStatus = 'active' | 'deactivated' | 'left_team'

/** A column for queries over users: whether the user is a system administrator. */
export const isAdmin = Prisma.sql`'system_admin' = ANY(string_to_array(users.roles, ' '))`

/** A column for queries over `hooks JOIN users ON users.id = hooks.user_id`. */
export const creatorStatus = Prisma.sql`
  CASE WHEN users.delete_at > 0 THEN 'deactivated'
    WHEN ${isAdmin} THEN 'active'
    WHEN EXISTS (
      SELECT FROM team_members member
      WHERE member.team_id = hooks.team_id AND member.user_id = hooks.user_id AND member.delete_at = 0
    ) THEN 'active'
    ELSE 'left_team' END`
