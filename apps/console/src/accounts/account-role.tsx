import type { AccountOverview } from '@posthorn/contract'
import { administersSystem } from '../data/admin/accounts.js'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Toggle } from '../ui/forms/toggle.js'

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
