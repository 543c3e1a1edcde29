import type { WholeDelivery } from '@posthorn/contract'
import type { ReactNode } from 'react'
import type { HistoryFilter } from '../data/filters/delivery-filter.js'
import { DeliveryFacts } from './delivery-facts.js'
import { DeliveryOutcome } from './delivery-outcome.js'
import { DeliveryPosts } from './delivery-posts.js'
import { Neighbours } from './neighbours.js'
import { OutcomeBadge } from './outcome-badge.js'
import { PayloadView } from './payload-view.js'

type WholeDeliveryProps = {
  delivery: WholeDelivery
  /** Newer and older deliveries stay among those that match. */
  filter: HistoryFilter
  /** The ID of the posts' author, once known. */
  creator: string | undefined
  actions: ReactNode
  children?: ReactNode
}

/** A delivery: its outcome, facts, payload and posts. */
export function WholeDeliveryView({ delivery, filter, creator, actions, children }: WholeDeliveryProps) {
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <OutcomeBadge outcome={delivery.outcome} />
        <Neighbours delivery={delivery} filter={filter} />
        <div className="ml-auto flex flex-wrap gap-2">{actions}</div>
      </div>
      <DeliveryOutcome delivery={delivery} />
      <DeliveryFacts delivery={delivery} />
      <div className="grid gap-5 xl:grid-cols-2">
        <PayloadView delivery={delivery} />
        <DeliveryPosts delivery={delivery} creator={creator} />
      </div>
      {children}
    </div>
  )
}
