import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { deliveriesQuery, newDeliveriesQuery, refreshDeliveries } from '../data/deliveries.js'
import { hookTitle } from '../data/hooks.js'
import { DeliveryTable } from '../deliveries/delivery-table.js'
import { type DeliveryFilter, isFiltered } from '../deliveries/filter.js'
import { FilterBar } from '../deliveries/filter-bar.js'
import { ReplayAll } from '../deliveries/replay-all.js'
import { ReplayPanel } from '../deliveries/replay-panel.js'
import { useHook } from '../hooks/current-hook.js'
import { usePageTitle } from '../layout/page-title.js'
import { buttonClasses } from '../ui/button.js'
import { MoreButton } from '../ui/more-button.js'
import { EmptyState, ErrorState, Loading } from '../ui/states.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/')

/** What became of what the hook was sent. */
export function HookDeliveriesScreen() {
  const team = useTeam()
  const hook = useHook()
  const { replay, ...filter } = route.useSearch()
  usePageTitle(hookTitle(hook), team.display_name)
  return (
    <section aria-label="Deliveries" className="flex flex-auto flex-col">
      {replay && <ReplayPanel replay={replay} />}
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 px-4 py-3">
        <FilterBar filter={filter} />
        <ReplayAll filter={filter} />
      </div>
      <Found key={JSON.stringify(filter)} filter={filter} />
    </section>
  )
}

function Found({ filter }: { filter: DeliveryFilter }) {
  const team = useTeam()
  const hook = useHook()
  const ofHook = { team: team.id, hook: hook.id }
  const { data, error, refetch, ...more } = useInfiniteQuery(deliveriesQuery(ofHook, filter))
  if (!data)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the deliveries" rows={6} />
  const deliveries = data.pages.flatMap(page => page.deliveries)
  return (
    <>
      <NewOnes filter={filter} after={deliveries[0]?.id ?? ''} />
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
      {deliveries.length === 0 && !more.hasNextPage && <Nothing isFiltered={isFiltered(filter)} />}
      <MoreButton {...more}>
        {deliveries.length > 0 ? 'Show older ones' : 'Search on among older ones'}
      </MoreButton>
    </>
  )
}

/** Rows that come while one reads would push away what one reads. */
function NewOnes({ filter, after }: { filter: DeliveryFilter; after: string }) {
  const team = useTeam()
  const { id: hook } = useHook()
  const client = useQueryClient()
  const { data } = useQuery(newDeliveriesQuery({ team: team.id, hook }, filter, after))
  return (
    <div role="status">
      {data && data.count > 0 && (
        <button
          type="button"
          onClick={() => void refreshDeliveries(client, hook)}
          className="flex h-8 w-full items-center justify-center border-t border-line bg-accent-soft font-medium text-accent pointer-coarse:h-10"
        >
          {data.is_whole ? data.count : `${data.count}+`} new
        </button>
      )}
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { name: team } = useTeam()
  const { id: hook } = useHook()
  if (isFiltered)
    return (
      <EmptyState title="No delivery is like that">
        <p>Choose another outcome or time, or look for another text.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="send"
      title="Nothing was sent yet"
      actions={
        <Link
          to="/$team/integrations/incoming/$hook/connect"
          params={{ team, hook }}
          className={buttonClasses('primary')}
        >
          Connect a sender
        </Link>
      }
    >
      <p>Whatever is sent to this webhook is listed here, with what became of it, posted or not.</p>
    </EmptyState>
  )
}
