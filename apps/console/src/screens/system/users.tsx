import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountKinds, AccountTable } from '../../accounts/account-table.js'
import { accountsQuery } from '../../data/admin/accounts.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { buttonClasses } from '../../ui/button.js'
import { FoundCount, SearchField } from '../../ui/forms/search-field.js'
import { Icon } from '../../ui/icon.js'
import { MoreButton } from '../../ui/more-button.js'
import { EmptyState } from '../../ui/states.js'

const route = getRouteApi('/admin/users')

/** All accounts. */
export function UsersScreen() {
  const { find = '', only } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, ...more } = useInfiniteQuery(accountsQuery({ search: find, only }))
  usePageTitle('Users', 'System console')
  const [first] = data?.pages ?? []
  const accounts = useMemo(() => data?.pages.flatMap(({ users }) => users), [data])
  return (
    <Screen title="Users" actions={<UserActions />}>
      <Scroll>
        {!first && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the users" />)}
        {first && (
          <div className="flex flex-wrap items-center gap-3 px-4 py-3">
            <AccountKinds find={find} chosen={only} />
            <SearchField
              label="Search by user name, name or e-mail"
              value={find}
              onChange={find =>
                void navigate({ search: { ...(find && { find }), ...(only && { only }) }, replace: true })
              }
            />
            <FoundCount total={first.total} isFiltered={find !== '' || only !== undefined} />
          </div>
        )}
        {accounts && first && first.total > 0 && <AccountTable accounts={accounts} total={first.total} />}
        <MoreButton {...more}>Show more</MoreButton>
        {first?.total === 0 && <NobodyFound />}
      </Scroll>
    </Screen>
  )
}

function UserActions() {
  return (
    <>
      <Link to="/admin/users/import" className={buttonClasses()}>
        Import
      </Link>
      <Link to="/admin/users/new" className={buttonClasses('primary')}>
        <Icon name="plus" />
        New user
      </Link>
    </>
  )
}

function NobodyFound() {
  return (
    <EmptyState icon="users" title="No users match">
      <p>Choose All, or search for part of another name.</p>
    </EmptyState>
  )
}
