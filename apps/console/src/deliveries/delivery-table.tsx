import type { DeliveryInList, DeliveryOutcome } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { readFilter } from '../data/filters/delivery-filter.js'
import { useTeam } from '../data/teams.js'
import { Badge } from '../ui/badge.js'
import { Icon } from '../ui/icon.js'
import { rowLinkClasses } from '../ui/list.js'
import { type Column, DataTable } from '../ui/rows/data-table.js'
import { Time } from '../ui/time.js'
import { useHistory } from './use-history.js'

/** A row's height in pixels. */
const rowPx = 37
/** Time and outcome share the first line, until there is room for columns. */
const stacked = {
  head: '@max-3xl:sr-only',
  row:
    '@max-3xl:flex @max-3xl:flex-wrap @max-3xl:items-center @max-3xl:gap-x-2 @max-3xl:border-t @max-3xl:border-line ' +
    '@max-3xl:px-4 @max-3xl:py-2 @max-3xl:[&>td]:border-0 @max-3xl:[&>td]:p-0',
}

/** A table of deliveries, newest first, whose rows open them. */
export function DeliveryTable({ deliveries }: { deliveries: DeliveryInList[] }) {
  const rows = { items: deliveries, keyOf, columns, rowPx, stacked }
  return <DataTable label="Deliveries" {...rows} total={-1} />
}

const keyOf = ({ id }: DeliveryInList) => id

const columns: Column<DeliveryInList>[] = [
  {
    head: 'Accepted',
    col: 'w-52 hidden @3xl:table-column',
    cell: 'tabular-nums',
    children: delivery => <AcceptedLink delivery={delivery} />,
  },
  {
    head: 'Outcome',
    col: 'w-28 hidden @3xl:table-column',
    children: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
  },
  {
    head: 'Result',
    cell: '@max-3xl:w-full',
    children: delivery => <DeliveryResult delivery={delivery} />,
  },
  {
    head: 'Posts',
    col: 'w-20 hidden @3xl:table-column',
    cell: 'text-right! tabular-nums text-quiet @max-3xl:hidden',
    children: ({ post_count }) => post_count || '',
  },
]

/** Takes the filter of the list along, which limits the newer and the older delivery. */
function AcceptedLink({ delivery }: { delivery: DeliveryInList }) {
  const { name: team } = useTeam()
  const { id, hook_id: hook, create_at } = delivery
  const { delivery: to } = useHistory()
  return (
    <Link
      data-row
      to={to}
      params={{ team, hook, delivery: id }}
      search={readFilter}
      className={rowLinkClasses}
    >
      <Time at={create_at} form="seconds" />
    </Link>
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

/** What became of a delivery: its post or its error, and what is special about it. */
function DeliveryResult({ delivery }: { delivery: DeliveryInList }) {
  const { message, ignored, replay_of, replay_outcome, tries } = delivery
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Posted delivery={delivery} />
      {message && (
        <span dir="auto" className="line-clamp-2 min-w-0 text-left" title={message}>
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

/** The name of each outcome, in the past tense. */
export const outcomeWords: Record<DeliveryOutcome, string> = {
  posted: 'Posted',
  replied: 'Replied',
  updated: 'Updated',
  collapsed: 'Collapsed',
  superseded: 'Superseded',
  skipped: 'Skipped',
  rejected: 'Rejected',
}

const looks = {
  posted: 'good',
  replied: 'good',
  updated: 'good',
  collapsed: 'plain',
  superseded: 'plain',
  skipped: 'plain',
  rejected: 'bad',
} as const

/** A delivery's outcome as a badge. */
export function OutcomeBadge({ outcome }: { outcome: DeliveryOutcome }) {
  return <Badge look={looks[outcome]}>{outcomeWords[outcome]}</Badge>
}
