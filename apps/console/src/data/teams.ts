import type { TeamObject } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
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

export const CurrentTeam = createContext<TeamObject | undefined>(undefined)

/** Returns the team of the URL. For screens below `/{team}`, whose frame has loaded it. */
export function useTeam(): TeamObject {
  const team = use(CurrentTeam)
  if (!team) throw new Error('useTeam is for screens below /{team}')
  return team
}
