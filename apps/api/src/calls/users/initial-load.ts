import { calls } from '@posthorn/contract'
import { preferencesOf, teamMembershipsOf, teamsOf, usersPage } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { teamMemberObject } from '../../objects/team-member-object.js'
import { teamObject } from '../../objects/team-object.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { clientProps, license } from '../system/general.js'
import { preferenceObject } from './preferences.js'

const nothing = { user: null, team_members: null, teams: null, preferences: null }

/** Replaces five calls at the start of the reference's clients. */
export const getInitialLoad = serve(calls.getInitialLoad, async ({ deps, caller }) => {
  const server = { client_cfg: await clientProps(deps), license_cfg: license }
  if (!caller) {
    const [anybody] = await usersPage(deps.db, 0, 1)
    return { ...nothing, ...server, no_accounts: anybody === undefined }
  }
  const { user } = caller
  const [memberships, teams, preferences] = await Promise.all([
    teamMembershipsOf(deps.db, user.id),
    teamsOf(deps.db, user.id),
    preferencesOf(deps.db, user.id),
  ])
  return {
    user: userObject(asOwn(user)),
    team_members: memberships.map(teamMemberObject),
    teams: teams.map(team => teamObject(team, false)),
    preferences: preferences.map(one => preferenceObject(user.id, one)),
    ...server,
    no_accounts: false,
  }
})
