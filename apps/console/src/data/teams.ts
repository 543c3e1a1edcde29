import type { TeamObject } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** A user's role in a team. */
export const membershipQuery = (team: string, user: string) =>
  queryOptions({
    queryKey: ['teams', team, 'member', user],
    queryFn: ({ signal }) => api.getTeamMember({ params: { team, user }, signal }),
  })

/** Active teams by display name. */
export function activeTeams(teams: TeamObject[]): TeamObject[] {
  const active = teams.filter(team => team.delete_at === 0)
  return active.toSorted((one, other) => one.display_name.localeCompare(other.display_name))
}

/** The user's teams, by display name. For system administrators, all teams. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => activeTeams(Object.values(await api.listTeams({ signal }))),
})
