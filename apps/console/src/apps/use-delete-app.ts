import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.js'
import { invalidateApps } from '../data/apps.js'
import { useTeam } from '../data/current-team.js'
import { toast } from '../ui/toast.js'

/** Deletes an application, and goes back to the list. */
export function useDeleteApp({ id, name }: AppOverview) {
  const { name: team } = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.deleteApp({ body: { id } }),
    onSuccess: async () => {
      toast(`Deleted ${name}`)
      await navigate({ to: '/$team/integrations/apps', params: { team } })
      await invalidateApps(client)
    },
  })
}
