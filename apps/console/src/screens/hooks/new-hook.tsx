import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../data/channels.js'
import { newHookQuery } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { HooksCrumb } from '../../hooks/crumbs.js'
import { HookForm } from '../../hooks/edit/hook-form.js'
import { useCreateHook } from '../../hooks/edit/use-create-hook.js'
import { OnlyAdmins } from '../../hooks/list/no-hooks.js'
import { lastChannel } from '../../layout/last-places.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'

/** Creates a hook and shows its URL. */
export function NewHookScreen() {
  const team = useTeam()
  const { data, error, refetch } = useQuery(newHookQuery(team.id))
  usePageTitle('New webhook', team.display_name)
  return (
    <Screen title="New webhook" before={<HooksCrumb />}>
      <Scroll>
        {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the channels" />)}
        {data && !data.mayCreate && <OnlyAdmins administrators={data.administrators} />}
        {data?.mayCreate && <NewHook confirm={data.confirm} />}
      </Scroll>
    </Screen>
  )
}

function NewHook({ confirm }: { confirm: boolean }) {
  const team = useTeam()
  const { data: channels } = useQuery(channelsQuery(team.id))
  const { mutate, isPending, error } = useCreateHook()
  if (!channels) return <Loading what="the channels" />
  const own = channels.filter(({ type }) => type !== 'D')
  const channel = own.find(({ name }) => name === lastChannel(team.name)) ?? own[0]
  const collapse = { window_seconds: 0 }
  const nothing = { display_name: '', description: '', channel_locked: false, format: '', collapse }
  return (
    <div className="p-4">
      <HookForm
        initial={{ ...nothing, channel_id: channel?.id ?? '', confirm }}
        action="Create webhook"
        busy={isPending}
        error={error}
        onSubmit={choices => mutate(choices)}
      />
    </div>
  )
}
