import { calls } from '@posthorn/contract'
import { addTeamMember, findTeam, type Taken, type Team, teamStats, type User } from '@posthorn/db'
import { addressKey, newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { addedToTeam, newUser } from '../../live/events.js'
import { userObject } from '../../objects/user-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { createAccount } from './create-account.js'
import { changesIn, type ProfileChanges } from './profile-changes.js'
import type { ProfileMistake } from './validate-user.js'

/** `address`: of the caller. */
type Provision = { changes: ProfileChanges; teams: Team[]; address: string }
type Provisioned = { user: User; password: string }
type Unprovisioned = ProfileMistake | Taken | 'team_full' | 'login_busy'

/** Creates an account with a temporary password, as a member of these teams. */
export async function provision(
  deps: ApiDeps,
  caller: User,
  { changes, teams, address }: Provision,
): Promise<Provisioned | Refused<Unprovisioned>> {
  const full = await fullOf(deps, teams)
  if (full) return refused('team_full', `Team ${full.name} is full.`)
  const password = newSecret()
  const wanted = { changes, password, address, mustChangePassword: true }
  const user = await createAccount(deps, caller, wanted)
  if (user instanceof Refused) return refused(user.refusal as Unprovisioned, user.detail)
  deps.live.publish(newUser(user))
  await joinAll(deps, user, teams)
  return { user, password }
}

async function fullOf({ db, settings }: ApiDeps, teams: Team[]): Promise<Team | undefined> {
  const { MaxUsersPerTeam } = settings()
  for (const team of teams) if ((await teamStats(db, team.id)).total >= MaxUsersPerTeam) return team
  return undefined
}

/** A team that fills up meanwhile is left out, as the user's teams show. */
async function joinAll({ db, live, settings, nowMs }: ApiDeps, { id: userId }: User, teams: Team[]) {
  for (const { id: teamId } of teams) {
    const joining = { teamId, userId, roles: 'team_user', nowMs: nowMs() }
    if ((await addTeamMember(db, joining, settings().MaxUsersPerTeam)) === 'joined')
      live.publish(addedToTeam(teamId, userId))
  }
}

export const provisionUser = serve(calls.provisionUser, async ({ deps, caller, body, request, reply }) => {
  const { team_ids: teamIds, ...fields } = body
  const found = await Promise.all([...new Set(teamIds)].map(id => findTeam(deps.db, id)))
  const teams = found.filter(team => team !== undefined)
  if (teams.length < found.length) return refused('team_gone')
  const wanted = { changes: changesIn(fields), teams, address: addressKey(request.ip) }
  const made = await provision(deps, caller.user, wanted)
  if (made instanceof Refused) return made
  reply.header('cache-control', 'no-store')
  return { user: userObject(made.user), password: made.password }
})
