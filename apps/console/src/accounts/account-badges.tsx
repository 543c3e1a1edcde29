import type { AccountOverview } from '@posthorn/contract'
import { administersSystem } from '../data/admin/accounts.js'
import { Badge } from '../ui/badge.js'

/** Badges for an account's role and state. */
export function AccountBadges({ account }: { account: AccountOverview }) {
  return (
    <>
      {administersSystem(account) && <Badge look="accent">System administrator</Badge>}
      {account.delete_at > 0 && <Badge look="warn">Deactivated</Badge>}
      {account.must_change_password && <Badge>First password</Badge>}
      {account.is_bot && <Badge>Bot</Badge>}
    </>
  )
}
