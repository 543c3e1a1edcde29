import type { DeliveryInList, DeliveryOutcome } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { Badge } from '../ui/badge.js'
import { Icon } from '../ui/icon.js'
import { cellClasses, rowLinkClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { OutcomeBadge, outcomeWords } from './outcome-badge.js'

type DeliveryRowProps = {
  delivery: DeliveryInList
  /** The outcome that the list is limited to. */
  only: DeliveryOutcome | undefined
}

/** A delivery as a table row that opens it. */
export function DeliveryRow({ delivery, only }: DeliveryRowProps) {
  const { name: team } = useTeam()
  const { id, hook_id: hook, create_at, outcome, post_count } = delivery
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:border-t max-md:border-line max-md:px-4 max-md:py-2 max-md:[&>td]:border-0 max-md:[&>td]:p-0">
      <td className={`${cellClasses} tabular-nums`}>
        <Link
          data-row
          to="/$team/integrations/incoming/$hook/deliveries/$delivery"
          params={{ team, hook, delivery: id }}
          search={only ? { outcome: only } : {}}
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

/** Where it posted, and the first words. */
function Posted({ delivery: { channel, words } }: { delivery: DeliveryInList }) {
  if (!channel) return null
  const isNamed = channel.name !== '' && channel.type !== 'D'
  const name = isNamed ? channel.display_name || channel.name : unnamed[channel.type]
  return (
    <span className="flex max-w-full min-w-0 items-center gap-2">
      <span title={name} className="flex max-w-48 min-w-0 shrink-0 items-center gap-1 text-quiet">
        {isNamed && <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-3.5" />}
        <span dir="auto" className="truncate">
          {name}
        </span>
      </span>
      <span dir="auto" title={words} className="min-w-0 truncate">
        {words}
      </span>
    </span>
  )
}

const unnamed = { O: 'a channel', P: 'a private channel', D: 'a direct channel', '': 'a channel' }

function WhatBecame({ delivery }: { delivery: DeliveryInList }) {
  const { message, ignored, replay_of, replay_outcome, tries } = delivery
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Posted delivery={delivery} />
      {message && (
        <span dir="auto" className="line-clamp-2 min-w-0" title={message}>
          {message}
        </span>
      )}
      {ignored.length > 0 && (
        <span dir="auto" className="truncate text-quiet" title={ignored.join(', ')}>
          Ignored: {ignored.join(', ')}
        </span>
      )}
      {replay_of && <Badge>Replay</Badge>}
      {replay_outcome && (
        <Badge look={replay_outcome === 'rejected' ? 'bad' : 'good'}>
          Replayed: {outcomeWords[replay_outcome].toLowerCase()}
        </Badge>
      )}
      {tries > 1 && <Badge>{tries} attempts</Badge>}
    </div>
  )
}
