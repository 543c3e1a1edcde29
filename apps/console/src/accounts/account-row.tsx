import type { AccountOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { fullName } from '../data/admin/accounts.js'
import { cellClasses, rowLinkClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { AccountBadges } from './account-badges.js'

const numberClasses = `${cellClasses} text-right tabular-nums max-md:hidden`

/** An account as a table row that opens it. */
export function AccountRow({ account }: { account: AccountOverview }) {
  const teams = account.teams.map(({ display_name }) => display_name).join(', ')
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <Who account={account} />
      </td>
      <td dir="auto" className={`${cellClasses} truncate max-lg:hidden`} title={teams}>
        {teams || <span className="text-quiet">no team</span>}
      </td>
      <td className={numberClasses}>{account.live_hooks.toLocaleString()}</td>
      <td className={`${cellClasses} whitespace-nowrap text-quiet max-md:hidden`}>
        <LastSeen account={account} />
      </td>
    </tr>
  )
}

function Who({ account }: { account: AccountOverview }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <UserAvatar user={account.id} name={account.username} />
      <div className="min-w-0">
        <Name account={account} />
        <p dir="auto" className="truncate text-sm text-quiet">
          {[fullName(account), account.email].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  )
}

function Name({ account }: { account: AccountOverview }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        data-row
        to="/admin/users/$user"
        params={{ user: account.id }}
        dir="auto"
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
