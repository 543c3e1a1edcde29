import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { invalidateHooks, keepHookUrl } from '../data/hooks.js'
import { useHook } from './current-hook.js'

/** Makes a new URL, and goes where it is shown. The old one stays valid for so many seconds. */
export function useRegenerate(overlap_seconds: number, onDone: () => void) {
  const team = useTeam()
  const { id } = useHook()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.rotateHookKey({ params: { team: team.id }, body: { id, overlap_seconds } }),
    onSuccess: async hook => {
      keepHookUrl(client, hook)
      await invalidateHooks(client)
      onDone()
      const params = { team: team.name, hook: id }
      await navigate({ to: '/$team/integrations/incoming/$hook/connect', params })
    },
  })
}
