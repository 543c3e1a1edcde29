import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'

/** Makes a channel, with its maker in it, and goes there. */
export function useCreate(onDone: () => void) {
  const team = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: { name: string; display_name: string; type: string }) =>
      api.createChannel({ params: { team: team.id }, body }),
    onSuccess: async ({ name }) => {
      await Promise.all(
        ['channels', 'memberships'].map(key => client.invalidateQueries({ queryKey: [key, team.id] })),
      )
      onDone()
      await navigate({ to: '/$team/channels/$channel', params: { team: team.name, channel: name } })
    },
  })
}
