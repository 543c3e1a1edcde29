import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTeam } from '../../data/current-team.js'
import { hooksQuery } from '../../data/hooks.js'
import { useIsTeamAdmin } from '../../hooks/edit/administer-hook.js'
import { HookTable } from '../../hooks/list/hook-table.js'
import { NewHookLink } from '../../hooks/list/new-hook-link.js'
import { NoHooks, NoHooksFound } from '../../hooks/list/no-hooks.js'
import { OnlyAdmins } from '../../hooks/list/only-admins.js'
import { OfferedHooks } from '../../hooks/offered-hooks.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { MoreButton } from '../../ui/more-button.js'
import { ErrorState, Loading } from '../../ui/states.js'

const route = getRouteApi('/$team/integrations/incoming')

/** A team's hooks that the user can see. */
export function HooksScreen() {
  const team = useTeam()
  const { find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useIsTeamAdmin()
  const { data, error, refetch, ...more } = useInfiniteQuery(hooksQuery(team.id, find))
  usePageTitle('Incoming webhooks', team.display_name)
  const [first] = data?.pages ?? []
  const isEmpty = first?.total === 0
  return (
    <Screen
      title="Incoming webhooks"
      about="URLs that programs post to"
      actions={first?.may_create && <NewHookLink />}
    >
      <Scroll>
        <OfferedHooks />
        {!first && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the webhooks" />)}
        {first && !(isEmpty && find === '') && (
          <div className="flex items-center gap-3 px-4 py-3">
            <SearchField
              label="Search by title, channel or creator"
              value={find}
              onChange={find => void navigate({ search: find ? { find } : {}, replace: true })}
            />
            <p role="status" className="ml-auto shrink-0 text-sm text-quiet tabular-nums">
              {first.total.toLocaleString()} {find ? 'found' : isAdmin === false ? 'of yours' : 'in total'}
            </p>
          </div>
        )}
        {first && !first.may_create && <OnlyAdmins administrators={first.administrators} />}
        {data && !isEmpty && (
          <HookTable
            label="Incoming webhooks"
            hooks={data.pages.flatMap(({ hooks }) => hooks.map(hook => ({ ...hook, team })))}
          />
        )}
        <MoreButton {...more}>Show more</MoreButton>
        {isEmpty && (find ? <NoHooksFound find={find} /> : first.may_create && <NoHooks />)}
      </Scroll>
    </Screen>
  )
}
