import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { latestDeliveryQuery } from '../data/deliveries.js'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { DeliveryLink } from '../deliveries/delivery-facts.js'
import { OutcomeBadge } from '../deliveries/delivery-table.js'
import { Time } from '../ui/time.js'

/** How often to poll: users who have just pasted a URL wait for the first delivery. */
const firstEveryMs = 1000
const nextEveryMs = 5000

/** The hook’s latest delivery, polled so that a first one appears at once. */
export function LatestDelivery() {
  const team = useTeam()
  const { id: hook } = useHook()
  const { data } = useQuery({
    ...latestDeliveryQuery({ team: team.id, hook }),
    refetchInterval: ({ state }) => (state.data ? nextEveryMs : firstEveryMs),
  })
  const first = useRef<string>(undefined)
  if (data === null) first.current = ''
  if (data && first.current === '') first.current = data.id
  return (
    <div
      role="status"
      className="flex min-h-12 flex-wrap items-center gap-2 rounded-lg border border-line px-4 py-3"
    >
      {data === null && (
        <p className="flex items-baseline gap-2">
          <span aria-hidden="true" className="size-2 shrink-0 animate-pulse-slow rounded-full bg-accent" />
          Waiting for the first delivery. It is shown here as soon as it arrives.
        </p>
      )}
      {data && (
        <>
          <OutcomeBadge outcome={data.outcome} />
          <span>
            {data.id === first.current ? 'The first delivery has arrived' : 'The last delivery arrived'}{' '}
            <Time at={data.create_at} form="ago" />.
          </span>
          {data.message && <span className="text-bad">{data.message}</span>}
          <DeliveryLink hook={hook} delivery={data.id} words="Show the delivery" />
        </>
      )}
    </div>
  )
}
