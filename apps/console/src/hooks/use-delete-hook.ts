import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { hookTitle, invalidateHooks } from '../data/hooks.js'
import { toast } from '../ui/toast.js'
import { useHook } from './current-hook.js'

/** Deletes the hook of the address, and goes back to the list. */
export function useDelete() {
  const team = useTeam()
  const hook = useHook()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.deleteHook({ params: { team: team.id }, body: { id: hook.id } }),
    onSuccess: async () => {
      toast(`Deleted ${hookTitle(hook)}`)
      await navigate({ to: '/$team/integrations/incoming', params: { team: team.name } })
      await invalidateHooks(client)
    },
  })
}
