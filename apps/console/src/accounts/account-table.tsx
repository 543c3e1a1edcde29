import type { AccountOverview } from '@posthorn/contract'
import { useRef } from 'react'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { headClasses } from '../ui/list.js'
import { AccountRow } from './account-row.js'

/** A table of accounts. */
export function AccountTable({ accounts }: { accounts: AccountOverview[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Users</caption>
      <Head />
      <tbody ref={body}>
        {accounts.map(account => (
          <AccountRow key={account.id} account={account} />
        ))}
      </tbody>
    </table>
  )
}

function Head() {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <th className={headClasses}>User</th>
        <th className={`${headClasses} w-56 max-lg:hidden`}>Teams</th>
        <th className={`${headClasses} w-28 text-right`} title="Neither deleted nor disabled">
          Webhooks
        </th>
        <th className={`${headClasses} w-44`}>Last active</th>
      </tr>
    </thead>
  )
}
