import { queryOptions } from '@tanstack/react-query'
import { api } from './api.js'

/** As what the caller is in a team. */
export const myMembershipQuery = (team: string, me: string) =>
  queryOptions({
    queryKey: ['teams', team, 'member', me],
    queryFn: ({ signal }) => api.getTeamMember({ params: { team, user: me }, signal }),
  })

/** The caller's teams, by what they are called. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => {
    const teams = Object.values(await api.listTeams({ signal })).filter(team => team.delete_at === 0)
    return teams.toSorted((one, other) => one.display_name.localeCompare(other.display_name))
  },
})
