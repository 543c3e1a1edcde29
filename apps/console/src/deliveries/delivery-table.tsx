import type { DeliveryInList, DeliveryOutcome } from '@posthorn/contract'
import { useRef } from 'react'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { headClasses } from '../ui/list.js'
import { DeliveryRow } from './delivery-row.js'

type DeliveryTableProps = { deliveries: DeliveryInList[]; only: DeliveryOutcome | undefined }

/** A table of deliveries, newest first. `only`: the outcome that they are limited to. */
export function DeliveryTable({ deliveries, only }: DeliveryTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Deliveries</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={`${headClasses} w-52`}>Accepted</th>
          <th className={`${headClasses} w-28`}>Outcome</th>
          <th className={headClasses}>Result</th>
          <th className={`${headClasses} w-20 text-right`}>Posts</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} delivery={delivery} only={only} />
        ))}
      </tbody>
    </table>
  )
}
