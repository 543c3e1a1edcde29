import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CurrentHook, hookQuery, hookTitle } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Loading } from '../server/states.js'
import { HooksCrumb } from './crumbs.js'
import { ForManagers } from './for-managers.js'
import { HookError } from './hook-error.js'
import { HookSummary } from './hook-summary.js'

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

/** The tabs of a hook. */
function HookTabs({ hook }: { hook: string }) {
  const { name: team } = useTeam()
  const link = { params: { team, hook }, className: tabClasses, activeOptions: { includeSearch: false } }
  return (
    <Tabs label="Webhook">
      <Link
        to="/$team/integrations/incoming/$hook"
        {...link}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        Deliveries
      </Link>
      <Link to="/$team/integrations/incoming/$hook/refused" {...link}>
        <span>
          Refused<Wide> calls</Wide>
        </span>
      </Link>
      <Link to="/$team/integrations/incoming/$hook/try" {...link}>
        Try it out
      </Link>
      <Link to="/$team/integrations/incoming/$hook/template" {...link}>
        Template
      </Link>
      <Link to="/$team/integrations/incoming/$hook/connect" {...link}>
        <span>
          Connect<Wide> a sender</Wide>
        </span>
      </Link>
      <Link to="/$team/integrations/incoming/$hook/settings" {...link}>
        Settings
      </Link>
    </Tabs>
  )
}

/** Text that narrow screens hide from view, but not from screen readers. */
function Wide({ children }: { children: string }) {
  return <span className="whitespace-pre max-lg:sr-only">{children}</span>
}

/** Tabs that are links (`aria-current`), so that the URL stores the open one. */
function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex shrink-0 flex-wrap gap-x-4 border-b border-line px-4">
      {children}
    </nav>
  )
}

/** The classes of a router link in Tabs. */
const tabClasses =
  'flex h-9 items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-quiet ' +
  'hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text ' +
  'forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]'
