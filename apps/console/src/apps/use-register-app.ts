import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { invalidateApps, keepSecret } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { type AppFormValues, appBody } from './app-form.js'

/** Registers an application and shows its secret. */
export function useRegisterApp() {
  const { name: team } = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (choices: AppFormValues) => api.createApp({ body: appBody(choices) }),
    onSuccess: async app => {
      keepSecret(client, app)
      await invalidateApps(client)
      await navigate({ to: '/$team/integrations/apps/$app', params: { team, app: app.id }, replace: true })
    },
  })
}
