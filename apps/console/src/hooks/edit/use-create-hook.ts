import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../data/client/api.js'
import { invalidateHooks, keepHookUrl } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import type { HookFormValues } from './hook-form.js'

/** Creates a hook and shows its URL. */
export function useCreateHook() {
  const team = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: HookFormValues) => api.createHook({ params: { team: team.id }, body }),
    onSuccess: async hook => {
      keepHookUrl(client, hook)
      await invalidateHooks(client)
      const params = { team: team.name, hook: hook.id }
      await navigate({
        to: '/$team/integrations/incoming/$hook/connect',
        params,
        replace: true,
        ignoreBlocker: true,
      })
    },
  })
}
