import type { AppOverview } from '@posthorn/contract'
import { useRef } from 'react'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { headClasses } from '../ui/list.js'
import { AppRow } from './app-row.js'

/** A table of applications. */
export function AppTable({ apps }: { apps: AppOverview[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Applications</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={headClasses}>Application</th>
          <th className={`${headClasses} w-40 max-lg:hidden`}>Registered by</th>
          <th className={`${headClasses} w-24 text-right max-lg:hidden`} title="People who authorized it">
            People
          </th>
          <th className={`${headClasses} w-28 text-right max-lg:hidden`} title="Tokens that have not expired">
            Live tokens
          </th>
          <th className={`${headClasses} w-36`}>Last used</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {apps.map(app => (
          <AppRow key={app.id} app={app} />
        ))}
      </tbody>
    </table>
  )
}
