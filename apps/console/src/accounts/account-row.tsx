import type { AccountOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { fullName } from '../data/admin/accounts.js'
import { rowLinkClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { AccountBadges } from './account-badges.js'

/** An account's picture and names, with a link that opens it. `children` is what has no column of its own. */
export function AccountName({ account, children }: { account: AccountOverview; children: ReactNode }) {
  const name = fullName(account)
  const about = name ? `${isolated(name)} · ${account.email}` : account.email
  return (
    <div className="flex min-w-0 items-center gap-3">
      <UserAvatar user={account.id} name={account.username} />
      <div className="min-w-0">
        <Name account={account} />
        <p className="truncate text-sm text-quiet" title={about}>
          {about}
        </p>
        {children}
      </div>
    </div>
  )
}

/** Text that keeps its place between its neighbours, even if it is written from right to left. */
const isolated = (text: string) => `\u2068${text}\u2069`

function Name({ account }: { account: AccountOverview }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        data-row
        to="/admin/users/$user"
        params={{ user: account.id }}
        dir="auto"
        title={account.username}
        className={`truncate font-medium ${rowLinkClasses}`}
      >
        {account.username}
      </Link>
      <AccountBadges account={account} />
    </div>
  )
}

/** When the user was last active, according to their live sessions. */
export function LastSeen({ account }: { account: AccountOverview }) {
  const { last_activity_at: at, must_change_password, last_password_update, create_at } = account
  if (at > 0) return <Time at={at} form="ago" />
  const isUnused = must_change_password && last_password_update === create_at
  return isUnused ? 'never logged in' : 'no session'
}
