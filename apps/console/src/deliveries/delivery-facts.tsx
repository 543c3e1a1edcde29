import { hookFormats, type WholeDelivery } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userQuery } from '../data/users.js'
import { Time } from '../ui/time.js'
import { DeliveryLink } from './delivery-link.js'
import { outcomeWords } from './outcome-badge.js'

/** When a delivery was accepted and settled, and the ids that logs contain. */
export function DeliveryFacts({ delivery }: { delivery: WholeDelivery }) {
  const { id, create_at, settled_at, outcome, tries, request_id, replay_of, sent_by, hook_id } = delivery
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-[auto_1fr] xl:grid-cols-[auto_1fr_auto_1fr]">
      <Fact name="Accepted">
        <Time at={create_at} form="full" />
      </Fact>
      <Fact name={outcomeWords[outcome]}>
        <Time at={settled_at} form="full" />
        <span className="text-quiet"> after {duration(settled_at - create_at)}</span>
      </Fact>
      <Fact name="Request">
        <code className="font-mono">{request_id}</code>
      </Fact>
      <Fact name="Delivery">
        <code className="font-mono">{id}</code>
      </Fact>
      <Fact name="Attempts">{tries}</Fact>
      {delivery.format && (
        <Fact name={delivery.template_version > 0 ? 'Template' : 'Event'}>
          {delivery.template_version > 0 ? (
            `Version ${delivery.template_version}`
          ) : (
            <>
              {titleOf(delivery.format)} <code className="font-mono">{delivery.event}</code>
            </>
          )}
        </Fact>
      )}
      {sent_by && (
        <Fact name={replay_of ? 'Replayed by' : 'Sent by'}>
          <UserName id={sent_by} />
        </Fact>
      )}
      {replay_of && (
        <Fact name="Replay of">
          <DeliveryLink hook={hook_id} delivery={replay_of} words="an earlier delivery" />
        </Fact>
      )}
    </dl>
  )
}

/** The sender whose JSON it is. A newer version may know more senders. */
function titleOf(format: string): string {
  return hookFormats.find(({ name }) => name === format)?.title ?? format
}

function UserName({ id }: { id: string }) {
  const { data: user } = useQuery(userQuery(id))
  return user?.username ?? '…'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents max-sm:flex max-sm:flex-col">
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function duration(ms: number): string {
  const format = (value: number, unit: string, digits: number) =>
    new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
  if (ms < 1000) return format(Math.max(0, ms), 'millisecond', 0)
  return ms < 60_000 ? format(ms / 1000, 'second', 1) : format(ms / 60_000, 'minute', 0)
}
