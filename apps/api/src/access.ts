import {
  type Db,
  findChannels,
  findReaders,
  findTeam,
  isTeamAdmin,
  isTeamMember,
  type User,
} from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { callerOf, isSystemAdmin } from './caller.js'
import type { ApiDeps, ApiServer } from './deps.js'

/** Whether a user may do something, or the refusal that says why not. */
export type TeamAccess = 'granted' | 'no_permission_api' | 'no_such_team'
export type ChannelAccess = TeamAccess | 'no_such_channel'

/** For a team's live members and system administrators; who is neither is not told whether it exists (spec 5.1). */
export async function teamAccess(db: Db, user: User, team: string): Promise<TeamAccess> {
  if (!isSystemAdmin(user))
    return (await isTeamMember(db, user.id, { id: team })) ? 'granted' : 'no_permission_api'
  return (await findTeam(db, team)) ? 'granted' : 'no_such_team'
}

/** For the administrators of a team, and those of the system. */
export async function mayRunTeam(db: Db, user: User, team: string): Promise<boolean> {
  return isSystemAdmin(user) || isTeamAdmin(db, user.id, team)
}

/** Everything registered on `app` after this is for the members of the team in its path, as `teamAccess` says. */
export function requireTeamAccess(app: ApiServer, { db }: ApiDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    const { team } = request.params as { team: string }
    const access = await teamAccess(db, callerOf(request), team)
    if (access !== 'granted') return refuse(reply, access)
  })
}

/** For a channel's members and system administrators, through its own team; direct channels, through any (spec 5.3). */
export async function channelAccess(
  db: Db,
  user: User,
  team: string,
  channelId: string,
): Promise<ChannelAccess> {
  const access = await teamAccess(db, user, team)
  if (access !== 'granted') return access
  const channel = (await findChannels(db, [channelId])).get(channelId)
  if (!channel || (channel.teamId !== team && channel.type !== 'D')) return 'no_such_channel'
  const [reader] = await findReaders(db, [{ channelId, userId: user.id }])
  return reader ? 'granted' : 'no_permission_api'
}
