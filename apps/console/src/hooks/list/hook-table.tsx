import type { HookOverview } from '@posthorn/contract'
import { useRef } from 'react'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { headClasses } from '../../ui/list.js'
import { HookRow } from './hook-row.js'

/** A table of hooks. Narrow screens stack the columns below the title. */
export function HookTable({ hooks }: { hooks: HookOverview[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Incoming webhooks</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={headClasses}>Webhook</th>
          <th className={`${headClasses} w-40 xl:w-48`}>Channel</th>
          <th className={`${headClasses} w-32 max-lg:hidden`}>Created by</th>
          <th className={`${headClasses} w-24 text-right`} title="In the last 24 hours">
            Posted <span className="sr-only">in the last 24 hours</span>
          </th>
          <th className={`${headClasses} w-28 text-right`} title="In the last 24 hours">
            Rejected <span className="sr-only">in the last 24 hours</span>
          </th>
          <th className={`${headClasses} w-36`}>Last used</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {hooks.map(hook => (
          <HookRow key={hook.id} hook={hook} />
        ))}
      </tbody>
    </table>
  )
}
