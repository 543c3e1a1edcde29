import type { AccountOverview } from '@posthorn/contract'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { fullName } from '../data/admin/accounts.js'
import { formatNumber } from '../format/locale.js'
import { Fact } from '../ui/fact.js'
import { Time } from '../ui/time.js'
import { AccountBadges } from './account-badges.js'
import { LastSeen } from './account-row.js'

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
