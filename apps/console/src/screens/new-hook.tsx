import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { invalidateHooks, keepHookUrl } from '../data/hooks.js'
import { useTargetChannels } from '../hooks/channel-choice.js'
import { HooksCrumb } from '../hooks/crumbs.js'
import type { HookFormValues } from '../hooks/hook-choices.js'
import { HookForm } from '../hooks/hook-form.js'
import { lastChannel } from '../layout/last-places.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Loading } from '../ui/states.js'

/** Makes a hook, and goes on to its URL. */
export function NewHookScreen() {
  const team = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  const channels = useTargetChannels()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: HookFormValues) => api.createHook({ params: { team: team.id }, body }),
    onSuccess: async hook => {
      keepHookUrl(client, hook)
      await invalidateHooks(client)
      const params = { team: team.name, hook: hook.id }
      await navigate({ to: '/$team/integrations/incoming/$hook/connect', params, replace: true })
    },
  })
  usePageTitle('New webhook', team.display_name)
  const channel = channels?.find(({ name }) => name === lastChannel(team.name)) ?? channels?.[0]
  return (
    <Screen title="New webhook" before={<HooksCrumb />}>
      <Scroll>
        {!channels && <Loading what="the channels" />}
        {channels && (
          <div className="p-4 md:p-6">
            <HookForm
              initial={{
                display_name: '',
                description: '',
                channel_id: channel?.id ?? '',
                channel_locked: false,
                confirm: true,
              }}
              action="Create webhook"
              busy={isPending}
              error={error}
              onSubmit={mutate}
            />
          </div>
        )}
      </Scroll>
    </Screen>
  )
}
