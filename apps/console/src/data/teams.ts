import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** A user's role in a team. */
export const membershipQuery = (team: string, user: string) =>
  queryOptions({
    queryKey: ['teams', team, 'member', user],
    queryFn: ({ signal }) => api.getTeamMember({ params: { team, user }, signal }),
  })

/** The user's teams, by display name. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => {
    const teams = Object.values(await api.listTeams({ signal })).filter(team => team.delete_at === 0)
    return teams.toSorted((one, other) => one.display_name.localeCompare(other.display_name))
  },
})
