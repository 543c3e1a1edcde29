import type { AccountOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { type AccountKind, fullName } from '../data/admin/accounts.js'
import { countOf } from '../format/amount.js'
import { formatNumber } from '../format/locale.js'
import { notByAddress, segmentClasses } from '../ui/charts/series.js'
import { rowLinkClasses } from '../ui/list.js'
import { type Column, DataTable } from '../ui/rows/data-table.js'
import { Time } from '../ui/time.js'
import { AccountBadges } from './account-badges.js'

/** A row's height in pixels: two lines and a picture. */
const rowPx = 57

const teamsOf = ({ teams }: AccountOverview) => teams.map(({ display_name }) => display_name).join(', ')

const columns: Column<AccountOverview>[] = [
  {
    head: 'User',
    children: account => (
      <AccountName account={account}>
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet @3xl:hidden">
          <span className="@lg:hidden">{countOf(account.live_hooks, 'webhook')}</span>
          <LastSeen account={account} />
        </p>
      </AccountName>
    ),
  },
  {
    head: 'Teams',
    col: 'w-56 hidden @4xl:table-column',
    cell: 'hidden @4xl:table-cell',
    whole: teamsOf,
    children: account => teamsOf(account) || <span className="text-quiet">no team</span>,
  },
  {
    head: 'Webhooks',
    about: 'Neither deleted nor disabled',
    col: 'w-28 hidden @lg:table-column',
    cell: 'hidden text-right! tabular-nums @lg:table-cell',
    children: account => formatNumber(account.live_hooks),
  },
  {
    head: 'Last active',
    col: 'w-44 hidden @3xl:table-column',
    cell: 'hidden whitespace-nowrap text-quiet @3xl:table-cell',
    children: account => <LastSeen account={account} />,
  },
]

/** A table of accounts. */
export function AccountTable({ accounts, total }: { accounts: AccountOverview[]; total: number }) {
  return (
    <DataTable label="Users" items={accounts} keyOf={keyOf} columns={columns} rowPx={rowPx} total={total} />
  )
}

const keyOf = ({ id }: AccountOverview) => id

/** An account's picture and names, with a link that opens it. `children` is what has no column of its own. */
function AccountName({ account, children }: { account: AccountOverview; children: ReactNode }) {
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

const kinds: { words: string; only?: AccountKind }[] = [
  { words: 'All' },
  { words: 'Administrators', only: 'administrators' },
  { words: 'First password', only: 'first_password' },
  { words: 'Deactivated', only: 'deactivated' },
]

type AccountKindsProps = { find: string; chosen: AccountKind | undefined }

/** Filters accounts by kind and keeps the search text. */
export function AccountKinds({ find, chosen }: AccountKindsProps) {
  return (
    <nav aria-label="Filter users" className="flex flex-wrap gap-1">
      {kinds.map(({ words, only }) => (
        <Link
          key={words}
          to="/admin/users"
          search={{ ...(find && { find }), ...(only && { only }) }}
          replace
          {...notByAddress}
          aria-current={only === chosen ? 'page' : undefined}
          className={segmentClasses}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
