import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allHooksQuery } from '../../data/admin/all-hooks.js'
import { HookKinds } from '../../hooks/list/hook-kinds.js'
import { HookTable } from '../../hooks/list/hook-table.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { MoreButton } from '../../ui/more-button.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'

const route = getRouteApi('/admin/hooks')

/** The webhooks of all teams. */
export function AllHooksScreen() {
  const { find = '', only } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, ...more } = useInfiniteQuery(allHooksQuery(find, only))
  usePageTitle('All webhooks', 'System console')
  const [first] = data?.pages ?? []
  return (
    <Screen title="All webhooks" about="In every team">
      <Scroll>
        {!first && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the webhooks" />)}
        {first && (
          <div className="flex flex-wrap items-center gap-3 px-4 py-3">
            <HookKinds find={find} chosen={only} />
            <SearchField
              label="Search by title, channel or creator"
              value={find}
              onChange={find =>
                void navigate({ search: { ...(find && { find }), ...(only && { only }) }, replace: true })
              }
            />
            <p role="status" className="ml-auto shrink-0 text-sm text-quiet tabular-nums">
              {first.total.toLocaleString()} {find || only ? 'found' : 'in total'}
            </p>
          </div>
        )}
        {data && first?.total !== 0 && (
          <HookTable
            label="Webhooks of all teams"
            hooks={data.pages.flatMap(({ hooks }) => hooks)}
            ofAllTeams
          />
        )}
        <MoreButton {...more}>Show more</MoreButton>
        {first?.total === 0 && (
          <EmptyState icon="webhook" title={only || find ? 'No webhooks match' : 'No webhooks yet'}>
            <p>
              {only || find
                ? 'Choose All, or search for something else.'
                : 'They are created in their teams.'}
            </p>
          </EmptyState>
        )}
      </Scroll>
    </Screen>
  )
}
