import type { AccountOverview } from '@posthorn/contract'
import { countOf } from '../format/amount.js'
import { formatNumber } from '../format/locale.js'
import { type Column, DataTable } from '../ui/rows/data-table.js'
import { AccountName, LastSeen } from './account-row.js'

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
