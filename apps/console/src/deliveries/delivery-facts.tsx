import { hookFormats, type WholeDelivery } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTeam } from '../data/teams.js'
import { userQuery } from '../data/users.js'
import { locale } from '../format/locale.js'
import { CopyValue } from '../ui/forms/copy-field.js'
import { Time } from '../ui/time.js'
import { outcomeWords } from './delivery-table.js'
import { useHistory } from './use-history.js'

/** When a delivery was accepted and settled, and the ids that logs contain. */
export function DeliveryFacts({ delivery }: { delivery: WholeDelivery }) {
  const { id, create_at, settled_at, outcome, tries, request_id, replay_of, sent_by, hook_id } = delivery
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-[auto_1fr] xl:grid-cols-[auto_1fr_auto_1fr]">
      <Fact name="Accepted">
        <Moment at={create_at} />
      </Fact>
      <Fact name={outcomeWords[outcome]}>
        <Moment at={settled_at} />
        <span className="text-quiet"> after {duration(settled_at - create_at)}</span>
      </Fact>
      <Fact name="Request">
        <CopyValue name="the request id" value={request_id} />
      </Fact>
      <Fact name="Delivery">
        <CopyValue name="the delivery id" value={id} />
      </Fact>
      <Fact name="Attempts">{tries}</Fact>
      {delivery.format && <Format delivery={delivery} />}
      <SentFrom delivery={delivery} />
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

const isSlackCall = ({ format }: WholeDelivery) => format === 'slack-api'

/** What read the sender's JSON, or the method of Slack's Web API that was called. */
function Format({ delivery }: { delivery: WholeDelivery }) {
  const { format, event, template_version: version } = delivery
  if (version > 0) return <Fact name="Template">Version {version}</Fact>
  return (
    <Fact name={isSlackCall(delivery) ? 'Method' : 'Event'}>
      {isSlackCall(delivery) ? 'Slack’s Web API' : titleOf(format)} <code className="font-mono">{event}</code>
    </Fact>
  )
}

/** A time relative to now, with the exact one as a tooltip, and next to it where there is room. */
function Moment({ at }: { at: number }) {
  return (
    <>
      <Time at={at} form="ago" /> <Time at={at} form="seconds" className="text-quiet" />
    </>
  )
}

/** What is stored about the sender's request. Replays have none. */
function SentFrom({ delivery }: { delivery: WholeDelivery }) {
  const { sender_address, user_agent, headers, caller_request_id, trace_id } = delivery
  return (
    <>
      {caller_request_id && (
        <Fact name="Sender’s request">
          <CopyValue name="the sender’s request id" value={caller_request_id} />
        </Fact>
      )}
      {trace_id && (
        <Fact name="Trace">
          <CopyValue name="the trace id" value={trace_id} />
        </Fact>
      )}
      {sender_address && (
        <Fact name="From address">
          <CopyValue name="the address" value={sender_address} />
        </Fact>
      )}
      {user_agent && (
        <Fact name="User agent">
          <span className="wrap-anywhere">{user_agent}</span>
        </Fact>
      )}
      {Object.entries(isSlackCall(delivery) ? {} : headers).map(([name, value]) => (
        <Fact key={name} name={headerName(name)}>
          <code className="font-mono wrap-anywhere">{value}</code>
        </Fact>
      ))}
    </>
  )
}

/** Writes a header's name as senders document it: `X-Github-Event`. */
function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
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
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
  if (ms < 1000) return format(Math.max(0, ms), 'millisecond', 0)
  return ms < 60_000 ? format(ms / 1000, 'second', 1) : format(ms / 60_000, 'minute', 0)
}

type DeliveryLinkProps = { hook: string; delivery: string; words: string }

export function DeliveryLink({ hook, delivery, words }: DeliveryLinkProps) {
  const { name: team } = useTeam()
  const { delivery: to } = useHistory()
  return (
    <Link
      to={to}
      params={{ team, hook, delivery }}
      className="font-medium text-accent underline underline-offset-2"
    >
      {words}
    </Link>
  )
}
