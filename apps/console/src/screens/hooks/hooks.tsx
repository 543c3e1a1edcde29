import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { hooksQuery } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { useIsTeamAdmin } from '../../hooks/edit/administer-hook.js'
import { HookFilterBar } from '../../hooks/list/hook-filter-bar.js'
import { HookTable } from '../../hooks/list/hook-table.js'
import { NewHookLink, NoHooks, NoHooksFound, OnlyAdmins } from '../../hooks/list/no-hooks.js'
import { OfferedHooks } from '../../hooks/offered-hooks.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { MoreButton } from '../../ui/more-button.js'

const route = getRouteApi('/$team/integrations/incoming')

/** A team's hooks that the user can see. */
export function HooksScreen() {
  const team = useTeam()
  const filter = route.useSearch()
  const { find = '', only } = filter
  const isFiltered = find !== '' || only !== undefined
  const navigate = route.useNavigate()
  const isAdmin = useIsTeamAdmin()
  const { data, error, refetch, ...more } = useInfiniteQuery(hooksQuery(team.id, filter))
  usePageTitle('Incoming webhooks', team.display_name)
  const [first] = data?.pages ?? []
  const isEmpty = first?.total === 0
  const hooks = useMemo(
    () => data?.pages.flatMap(({ hooks }) => hooks.map(hook => ({ ...hook, team }))) ?? [],
    [data, team],
  )
  return (
    <Screen
      title="Incoming webhooks"
      about="URLs that programs post to"
      actions={first?.may_create && <NewHookLink isByTitle />}
    >
      <Scroll>
        <OfferedHooks />
        {!first && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the webhooks" />)}
        {first && (isFiltered || !isEmpty) && (
          <HookFilterBar
            list={route.id}
            filter={filter}
            onChange={search => void navigate({ search, replace: true })}
            total={first.total}
            ofAll={isAdmin === false ? 'of yours' : 'in total'}
          />
        )}
        {first && !first.may_create && <OnlyAdmins administrators={first.administrators} />}
        {data && !isEmpty && <HookTable label="Incoming webhooks" hooks={hooks} total={first?.total ?? -1} />}
        <MoreButton {...more}>Show more</MoreButton>
        {isEmpty && (isFiltered ? <NoHooksFound find={find} /> : first.may_create && <NoHooks />)}
      </Scroll>
    </Screen>
  )
}
