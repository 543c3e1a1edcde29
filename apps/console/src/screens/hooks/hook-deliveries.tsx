import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { deliveriesQuery } from '../../data/deliveries.js'
import { type HistoryFilter, isFiltered } from '../../data/filters/delivery-filter.js'
import { hookTitle, useHook } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { DeliveryTable } from '../../deliveries/delivery-table.js'
import { FilterBar } from '../../deliveries/filter-bar.js'
import { NewDeliveries } from '../../deliveries/new-deliveries.js'
import { NoDeliveries } from '../../deliveries/no-deliveries.js'
import { RefusedOrRejected } from '../../deliveries/refused-or-rejected.js'
import { ReplayAll } from '../../deliveries/replay/replay-all.js'
import { ReplayPanel } from '../../deliveries/replay/replay-panel.js'
import { HookChart } from '../../hooks/hook-chart.js'
import { usePageTitle } from '../../layout/page-title.js'
import { ErrorState, Loading } from '../../server/states.js'
import { MoreButton } from '../../ui/more-button.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/')

/** A hook's deliveries. */
export function HookDeliveriesScreen() {
  const team = useTeam()
  const hook = useHook()
  const { replay, over: _, ...filter } = route.useSearch()
  usePageTitle(hookTitle(hook), team.display_name)
  return (
    <section aria-label="Deliveries" className="flex flex-auto flex-col">
      <HookChart />
      {replay && <ReplayPanel replay={replay} />}
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 px-4 py-3">
        <FilterBar filter={filter} />
        <ReplayAll filter={filter} />
      </div>
      {filter.outcome === 'rejected' && (
        <div className="px-4 pb-3">
          <RefusedOrRejected />
        </div>
      )}
      <Found key={JSON.stringify(filter)} filter={filter} />
    </section>
  )
}

function Found({ filter }: { filter: HistoryFilter }) {
  const team = useTeam()
  const hook = useHook()
  const ofHook = { team: team.id, hook: hook.id }
  const { data, error, refetch, ...more } = useInfiniteQuery(deliveriesQuery(ofHook, filter))
  const deliveries = useMemo(() => data?.pages.flatMap(page => page.deliveries) ?? [], [data])
  if (!data)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the deliveries" rows={6} />
  return (
    <>
      <NewDeliveries filter={filter} after={deliveries[0]?.id ?? ''} />
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
      {deliveries.length === 0 && !more.hasNextPage && <NoDeliveries isFiltered={isFiltered(filter)} />}
      <MoreButton {...more}>{deliveries.length > 0 ? 'Show older' : 'Search older deliveries'}</MoreButton>
    </>
  )
}
