import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { CurrentHook } from '../data/current-hook.js'
import { useTeam } from '../data/current-team.js'
import { hookQuery, hookTitle } from '../data/hooks.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Loading } from '../server/states.js'
import { HooksCrumb } from './crumbs.js'
import { ForManagers } from './for-managers.js'
import { HookError } from './hook-error.js'
import { HookSummary } from './hook-summary.js'
import { HookTabs } from './hook-tabs.js'

const route = getRouteApi('/$team/integrations/incoming/$hook')

/** No event announces failures and uses, so they are polled: often until the first use, which somebody waits for. */
const askEveryMs = 10_000
const firstUseEveryMs = 1000

/** The frame of a hook's screens: title, state and tabs. */
export function HookFrame() {
  const team = useTeam()
  const { hook: id } = route.useParams()
  const {
    data: hook,
    error,
    refetch,
  } = useQuery({
    ...hookQuery(team.id, id),
    refetchInterval: ({ state }) => (state.data?.last_used_at === 0 ? firstUseEveryMs : askEveryMs),
  })
  return (
    <Screen title={hook ? hookTitle(hook) : 'Webhook'} before={<HooksCrumb />}>
      <Scroll>
        {!hook && error && <HookError what="webhook" error={error} onRetry={refetch} />}
        {!hook && !error && <Loading what="the webhook" />}
        {hook && (
          <CurrentHook value={hook}>
            <ForManagers hook={hook}>
              <HookSummary hook={hook} />
              <HookTabs hook={id} />
              <Outlet />
            </ForManagers>
          </CurrentHook>
        )}
      </Scroll>
    </Screen>
  )
}
