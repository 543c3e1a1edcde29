import { calls, maxFoundUsers, type UserObject } from '@posthorn/contract'
import { isTeamMember, searchUsers as search, type User, type UserSearch } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin, mayRead } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { profileFor, visibleToOthers } from '../../objects/profiles.js'
import { refused } from '../../refusals/refused.js'

export const searchUsers = serve(calls.searchUsers, async ({ deps, caller: { user }, body }) => {
  const where = {
    teamId: body.team_id,
    inChannelId: body.in_channel_id,
    notInChannelId: body.not_in_channel_id,
  }
  if (!(await mayLookInto(deps, user, where))) return refused('no_permission_api')
  return findProfiles(deps, user, { ...where, term: body.term, withInactive: body.allow_inactive })
})

export const autocompleteUsers = serve(calls.autocompleteUsers, async ({ deps, caller, query }) =>
  findProfiles(deps, caller.user, query),
)

export const autocompleteTeamUsers = serve(
  calls.autocompleteTeamUsers,
  async ({ deps, caller, teamId, query: { term } }) => ({
    in_team: await findProfiles(deps, caller.user, { term, teamId }),
  }),
)

export const autocompleteChannelUsers = serve(
  calls.autocompleteChannelUsers,
  async ({ deps, caller: { user }, teamId, channel: { id }, query: { term } }) => {
    const [inside, outside] = await Promise.all([
      findProfiles(deps, user, { term, inChannelId: id }),
      findProfiles(deps, user, { term, teamId, notInChannelId: id }),
    ])
    return { in_channel: inside, out_of_channel: outside }
  },
)

/** Searches only the fields that the caller may see. */
async function findProfiles(
  deps: ApiDeps,
  caller: User,
  wanted: Omit<UserSearch, 'by' | 'limit'>,
): Promise<UserObject[]> {
  const by = isSystemAdmin(caller) ? { email: true, fullName: true } : visibleToOthers(deps)
  const users = await search(deps.db, { ...wanted, by, limit: maxFoundUsers })
  return users.map(user => profileFor(deps, caller, user))
}

type Where = Pick<UserSearch, 'teamId' | 'inChannelId' | 'notInChannelId'>

/** Only members may list who is in a team or a channel. */
async function mayLookInto({ db }: ApiDeps, user: User, { teamId, ...channels }: Where): Promise<boolean> {
  if (isSystemAdmin(user)) return true
  if (teamId && !(await isTeamMember(db, user.id, { id: teamId }))) return false
  for (const channelId of Object.values(channels))
    if (channelId && !(await mayRead(db, user, channelId))) return false
  return true
}
