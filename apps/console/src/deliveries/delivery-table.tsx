import type { DeliveryInList } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { readFilter } from '../data/filters/delivery-filter.js'
import { rowLinkClasses } from '../ui/list.js'
import { type Column, DataTable } from '../ui/rows/data-table.js'
import { Time } from '../ui/time.js'
import { DeliveryResult } from './delivery-result.js'
import { OutcomeBadge } from './outcome-badge.js'
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
