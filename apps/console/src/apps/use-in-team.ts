import { maxPageSize } from '@posthorn/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/current-team.js'

/** Returns whether a user is in the current team (undefined until known), and adds them. */
export function useInTeam(user: string) {
  const { id: team } = useTeam()
  const client = useQueryClient()
  const queryKey = ['teams', team, 'has', user]
  const { data: isIn } = useQuery({ queryKey, queryFn: () => hasMember(team, user) })
  const adding = useMutation({
    mutationFn: () => api.addTeamMember({ params: { team }, body: { user_id: user } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  return { isIn, adding }
}

/** Searches all users: requesting an unknown one logs an error in the browser's console. */
async function hasMember(team: string, user: string): Promise<boolean> {
  for (let offset = 0; ; offset += maxPageSize) {
    const members = await api.listTeamMembers({ params: { team, offset, limit: maxPageSize } })
    if (members.some(({ user_id }) => user_id === user)) return true
    if (members.length < maxPageSize) return false
  }
}
