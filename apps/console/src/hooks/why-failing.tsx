import type { HookObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useTeam } from '../data/current-team.js'
import { latestDeliveryQuery } from '../data/deliveries.js'
import { DeliveryLink } from '../deliveries/delivery-link.js'
import { Time } from '../ui/time.js'

/** Since when a hook fails, and what it could not post last. */
export function WhyFailing({ hook: { id, failing_since } }: { hook: HookObject }) {
  const team = useTeam()
  const { data } = useQuery(latestDeliveryQuery({ team: team.id, hook: id }, { outcome: 'rejected' }))
  return (
    <section aria-label="Why it fails" className="rounded-lg bg-bad-soft px-4 py-2 text-bad">
      Failing since <Time at={failing_since} form="short" />
      {data && (
        <>
          : {data.message} <DeliveryLink hook={id} delivery={data.id} words="Show the delivery" />
        </>
      )}
    </section>
  )
}
