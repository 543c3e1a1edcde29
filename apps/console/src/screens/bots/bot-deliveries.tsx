import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BotError } from '../../bots/bot-error.js'
import { BotsCrumb } from '../../bots/crumbs.js'
import { deliveriesQuery } from '../../data/deliveries.js'
import { type HistoryFilter, isFiltered } from '../../data/filters/delivery-filter.js'
import { useTeam } from '../../data/teams.js'
import { userQuery } from '../../data/users.js'
import { DeliveryTable } from '../../deliveries/delivery-table.js'
import { FilterBar } from '../../deliveries/filter-bar.js'
import { NewDeliveries } from '../../deliveries/new-deliveries.js'
import { NoDeliveries } from '../../deliveries/no-deliveries.js'
import { ReplayAll } from '../../deliveries/replay/replay-all.js'
import { ReplayPanel } from '../../deliveries/replay/replay-panel.js'
import { CurrentBot } from '../../deliveries/use-history.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { Loading } from '../../server/states.js'
import { MoreButton } from '../../ui/more-button.js'

const route = getRouteApi('/$team/integrations/bots/$hook')

/** What programs sent with a bot's tokens, or with those of the user. */
export function BotDeliveriesScreen() {
  const team = useTeam()
  const { hook: id } = route.useParams()
  const { replay, over: _, ...filter } = route.useSearch()
  const { data: user } = useQuery(userQuery(id))
  const title = user ? `@${user.username}` : 'Bot'
  usePageTitle(title, team.display_name)
  return (
    <Screen title={title} before={<BotsCrumb />}>
      <Scroll>
        <CurrentBot value={id}>
          <section aria-label="Deliveries" className="flex flex-auto flex-col">
            {replay && <ReplayPanel replay={replay} />}
            <Found key={id + JSON.stringify(filter)} id={id} filter={filter} />
          </section>
        </CurrentBot>
      </Scroll>
    </Screen>
  )
}

function Found({ id, filter }: { id: string; filter: HistoryFilter }) {
  const team = useTeam()
  const { data, error, refetch, ...more } = useInfiniteQuery(
    deliveriesQuery({ team: team.id, hook: id }, filter),
  )
  const deliveries = useMemo(() => data?.pages.flatMap(page => page.deliveries) ?? [], [data])
  if (!data && error) return <BotError what="bot" error={error} onRetry={refetch} />
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 px-4 py-3">
        <FilterBar filter={filter} />
        <ReplayAll filter={filter} />
      </div>
      {!data && <Loading what="the deliveries" rows={6} />}
      {data && <NewDeliveries filter={filter} after={deliveries[0]?.id ?? ''} />}
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
      {data && deliveries.length === 0 && !more.hasNextPage && (
        <NoDeliveries isFiltered={isFiltered(filter)} />
      )}
      <MoreButton {...more}>{deliveries.length > 0 ? 'Show older' : 'Search older deliveries'}</MoreButton>
    </>
  )
}
