import type { AccountOverview } from '@posthorn/contract'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { administersSystem, fullName } from '../data/admin/accounts.js'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { formatNumber } from '../format/locale.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Fact } from '../ui/fact.js'
import { Toggle } from '../ui/forms/toggle.js'
import { Time } from '../ui/time.js'
import { AccountBadges } from './account-badges.js'
import { LastSeen } from './account-table.js'

/** Facts about an account. */
export function AccountSummary({ account }: { account: AccountOverview }) {
  return (
    <div className="flex items-start gap-4 border-b border-line p-4">
      <UserAvatar user={account.id} name={account.username} size="lg" />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <p className="font-medium">{fullName(account) || account.username}</p>
          <AccountBadges account={account} />
        </div>
        <Facts account={account} />
      </div>
    </div>
  )
}

function Facts({ account }: { account: AccountOverview }) {
  return (
    <dl className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <Fact name="E-mail">
        <span className="wrap-anywhere">{account.email}</span>
      </Fact>
      <Fact name="Created">
        <Time at={account.create_at} form="day-of-year" />
      </Fact>
      <Fact name="Last active">
        <LastSeen account={account} />
      </Fact>
      <Fact name="Sessions">{formatNumber(account.live_sessions)}</Fact>
      <Fact name="Webhooks">{formatNumber(account.live_hooks)}</Fact>
    </dl>
  )
}

const words = {
  own: 'You can’t change your own role. Ask another system administrator.',
  bot: 'This account belongs to an application and can’t be an administrator.',
  on: 'Can use the system console, and manage every team and webhook.',
  off: 'Can use the teams and channels they belong to.',
}

/** Whether a user is a system administrator. Nobody changes their own role. */
export function AccountRole({ account }: { account: AccountOverview }) {
  const me = useMe()
  const isAdmin = administersSystem(account)
  const isOwn = account.id === me.id
  const { mutate, variables, isPending, error } = useSetRole(account)
  return (
    <>
      <Toggle
        label="System administrator"
        hint={words[isOwn ? 'own' : account.is_bot ? 'bot' : isAdmin ? 'on' : 'off']}
        checked={isPending ? variables : isAdmin}
        onChange={checked => mutate(checked)}
        disabled={isOwn || account.is_bot === true}
      />
      {error && <FormError error={error} />}
    </>
  )
}

function useSetRole({ id: user }: AccountOverview) {
  const rolesFor = (isAdmin: boolean) => (isAdmin ? 'system_user system_admin' : 'system_user')
  return useAdminister(
    (isAdmin: boolean) => api.updateUserRoles({ params: { user }, body: { new_roles: rolesFor(isAdmin) } }),
    { done: 'Saved' },
  )
}
