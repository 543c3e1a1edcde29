import type { DeliveryObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTeam } from '../data/current-team.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { Badge } from '../ui/badge.js'
import { rowLinkClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { OutcomeBadge } from './outcome-badge.js'

const headClasses = 'h-9 px-4 text-left text-sm font-medium text-quiet'
const cellClasses = 'border-t border-line px-4 py-2'

/** Deliveries under each other, the newest first: each row opens its delivery. */
export function DeliveryTable({ deliveries }: { deliveries: DeliveryObject[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Deliveries</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={`${headClasses} w-44`}>Accepted</th>
          <th className={`${headClasses} w-28`}>Outcome</th>
          <th className={headClasses}>What became of it</th>
          <th className={`${headClasses} w-20 text-right`}>Posts</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </tbody>
    </table>
  )
}

function DeliveryRow({ delivery }: { delivery: DeliveryObject }) {
  const { name: team } = useTeam()
  const { id, hook_id: hook, create_at, outcome, post_count } = delivery
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:border-t max-md:border-line max-md:px-4 max-md:py-2 max-md:[&>td]:border-0 max-md:[&>td]:p-0">
      <td className={`${cellClasses} tabular-nums`}>
        <Link
          data-row
          to="/$team/integrations/incoming/$hook/deliveries/$delivery"
          params={{ team, hook, delivery: id }}
          className={rowLinkClasses}
        >
          <Time at={create_at} form="seconds" />
        </Link>
      </td>
      <td className={cellClasses}>
        <OutcomeBadge outcome={outcome} />
      </td>
      <td className={`${cellClasses} max-md:w-full`}>
        <WhatBecame delivery={delivery} />
      </td>
      <td className={`${cellClasses} text-right tabular-nums text-quiet max-md:hidden`}>
        {post_count || ''}
      </td>
    </tr>
  )
}

function WhatBecame({ delivery: { message, ignored, replay_of, tries } }: { delivery: DeliveryObject }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      {message && <span className="line-clamp-2 min-w-0">{message}</span>}
      {ignored.length > 0 && (
        <span className="truncate text-quiet">Without effect: {ignored.join(', ')}</span>
      )}
      {replay_of && <Badge>Replay</Badge>}
      {tries > 1 && <Badge>{tries} tries</Badge>}
    </div>
  )
}
