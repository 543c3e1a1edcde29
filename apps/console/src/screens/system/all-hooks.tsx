import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { allHooksQuery } from '../../data/admin/accounts.js'
import { HookFilterBar } from '../../hooks/list/hook-filter-bar.js'
import { HookTable } from '../../hooks/list/hook-table.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { MoreButton } from '../../ui/more-button.js'
import { EmptyState } from '../../ui/states.js'

const route = getRouteApi('/admin/hooks')

/** The webhooks of all teams. */
export function AllHooksScreen() {
  const filter = route.useSearch()
  const isFiltered = filter.find !== undefined || filter.only !== undefined
  const navigate = route.useNavigate()
  const { data, error, refetch, ...more } = useInfiniteQuery(allHooksQuery(filter))
  usePageTitle('All webhooks', 'System console')
  const [first] = data?.pages ?? []
  const hooks = useMemo(() => data?.pages.flatMap(({ hooks }) => hooks) ?? [], [data])
  return (
    <Screen title="All webhooks" about="In every team">
      <Scroll>
        {!first && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the webhooks" />)}
        {first && (
          <HookFilterBar
            list={route.id}
            filter={filter}
            onChange={search => void navigate({ search, replace: true })}
            total={first.total}
          />
        )}
        {data && first?.total !== 0 && (
          <HookTable label="Webhooks of all teams" hooks={hooks} total={first?.total ?? -1} ofAllTeams />
        )}
        <MoreButton {...more}>Show more</MoreButton>
        {first?.total === 0 && (
          <EmptyState icon="webhook" title={isFiltered ? 'No webhooks match' : 'No webhooks yet'}>
            <p>
              {isFiltered ? 'Choose All, or search for something else.' : 'They are created in their teams.'}
            </p>
          </EmptyState>
        )}
      </Scroll>
    </Screen>
  )
}
