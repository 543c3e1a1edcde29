import type { AccountOverview } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountActive } from '../../accounts/account-active.js'
import { AccountRole, AccountSummary } from '../../accounts/account-summary.js'
import { AccountTeams } from '../../accounts/account-teams.js'
import { ResetPassword } from '../../accounts/reset-password.js'
import { accountQuery } from '../../data/admin/accounts.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Part } from '../../layout/part.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { DataPartOf } from '../../privacy/data-part.js'
import { ErrorState, Loading } from '../../server/states.js'
import { SystemCrumb } from '../../system/system-crumb.js'

const route = getRouteApi('/admin/users/$user')

/** A user: role, teams, and account. */
export function UserScreen() {
  const { user } = route.useParams()
  const { data: account, error, refetch } = useQuery(accountQuery(user))
  usePageTitle(account?.username ?? 'User', 'System console')
  return (
    <Screen
      title={account?.username ?? 'User'}
      before={<SystemCrumb to="/admin/users" name="Users" icon="users" />}
    >
      <Scroll>
        {!account && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the user" />)}
        {account && <Shown key={user} account={account} />}
      </Scroll>
    </Screen>
  )
}

function Shown({ account }: { account: AccountOverview }) {
  return (
    <>
      <AccountSummary account={account} />
      <Part title="Role" about="For the whole server, in addition to roles in teams.">
        <AccountRole account={account} />
      </Part>
      <Part title="Teams" about="Memberships and roles in teams.">
        <AccountTeams account={account} />
      </Part>
      {!account.is_bot && <PasswordPartOf account={account} />}
      <Part title="Account" about="Deactivated users can’t log in. Their posts stay.">
        <AccountActive account={account} />
      </Part>
      {!account.is_bot && <DataPartOf account={account} />}
    </>
  )
}

function PasswordPartOf({ account }: { account: AccountOverview }) {
  return (
    <Part title="Password" about="Reset it if it was forgotten or has leaked.">
      <ResetPassword account={account} />
    </Part>
  )
}
