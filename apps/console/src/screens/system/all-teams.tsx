import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { allTeamsQuery } from '../../data/admin/accounts.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { AllTeamsTable, NewTeam } from '../../teams/all-teams-table.js'
import { FoundCount, SearchField } from '../../ui/forms/search-field.js'
import { MoreButton } from '../../ui/more-button.js'
import { EmptyState } from '../../ui/states.js'

const route = getRouteApi('/admin/teams')

/** All teams of this server. */
export function AllTeamsScreen() {
  const { find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, ...more } = useInfiniteQuery(allTeamsQuery(find))
  usePageTitle('Teams', 'System console')
  const [first] = data?.pages ?? []
  const teams = useMemo(() => data?.pages.flatMap(({ teams }) => teams), [data])
  return (
    <Screen title="Teams" actions={<NewTeam />}>
      <Scroll>
        {!first && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the teams" />)}
        {first && (
          <div className="flex items-center gap-3 px-4 py-3">
            <SearchField
              label="Search by name"
              value={find}
              onChange={find => void navigate({ search: find ? { find } : {}, replace: true })}
            />
            <FoundCount total={first.total} isFiltered={find !== ''} />
          </div>
        )}
        {teams && first && first.total > 0 && <AllTeamsTable teams={teams} total={first.total} />}
        <MoreButton {...more}>Show more</MoreButton>
        {first?.total === 0 && (
          <EmptyState icon="users" title={find ? 'No teams match' : 'No teams yet'}>
            <p>{find ? 'Search for part of another name.' : 'Create the first one.'}</p>
          </EmptyState>
        )}
      </Scroll>
    </Screen>
  )
}
