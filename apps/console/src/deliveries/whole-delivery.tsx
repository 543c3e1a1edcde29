import type { WholeDelivery } from '@posthorn/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type HistoryFilter, isFiltered } from '../data/filters/delivery-filter.js'
import { useTeam } from '../data/teams.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { buttonClasses } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { DeliveryFacts, DeliveryLink } from './delivery-facts.js'
import { DeliveryPosts } from './delivery-posts.js'
import { OutcomeBadge, outcomeWords } from './delivery-table.js'
import { PayloadView } from './payload-view.js'
import { useHistory } from './use-history.js'

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

/** Why a delivery was rejected and what to do, what was ignored, and whether it was replayed. */
function DeliveryOutcome({ delivery }: { delivery: WholeDelivery }) {
  const { outcome, message, reason, status, ignored, replay_of, replayed_as, replay_outcome } = delivery
  return (
    <>
      {outcome === 'rejected' && (
        <section aria-label="Why it was rejected" className="rounded-lg bg-bad-soft px-4 py-3">
          {replay_of && (
            <p role="alert" className="font-semibold text-bad">
              This replay was rejected, too.
            </p>
          )}
          <p className="font-medium text-bad">{message}</p>
          <p className="mt-1 text-sm text-bad">
            The call was accepted, but could not become a post. <span className="sr-only">Error id: </span>
            <code className="font-mono">{reason}</code>, status {status}
          </p>
          {reason.endsWith('.channel.app_error') && <Channels />}
        </section>
      )}
      <WhatChanged delivery={delivery} />
      {replayed_as && (
        <p className="rounded-lg bg-accent-soft px-4 py-3">
          It was <DeliveryLink hook={delivery.hook_id} delivery={replayed_as} words="replayed" /> later
          {replay_outcome && `: ${outcomeWords[replay_outcome].toLowerCase()}`}.
        </p>
      )}
      {ignored.length > 0 && (
        <section aria-label="Ignored" className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p>
            Posthorn ignored these parts:{' '}
            {ignored.map((key, index) => (
              <span key={key}>
                {index > 0 && ', '}
                <code className="font-mono text-sm">{key}</code>
              </span>
            ))}
          </p>
        </section>
      )}
    </>
  )
}

/** What a delivery did to an earlier post, with a link to that post's other delivery. */
function WhatChanged({ delivery }: { delivery: WholeDelivery }) {
  const { outcome, change, hook_id: hook, related_delivery: related } = delivery
  if (outcome === 'superseded')
    return (
      <p className="rounded-lg bg-well px-4 py-3">
        A newer delivery has set the post, so this one changed nothing. A replay would not change it either.{' '}
        {related && <DeliveryLink hook={hook} delivery={related} words="Show the newer delivery" />}
      </p>
    )
  if (outcome === 'collapsed')
    return (
      <p className="rounded-lg bg-well px-4 py-3">
        Repeats an earlier post, which counts it.{' '}
        <DeliveryLink hook={hook} delivery={related} words="Show the delivery that posted it" />
      </p>
    )
  if (outcome !== 'updated' || !related) return null
  return (
    <p className="rounded-lg bg-well px-4 py-3">
      {change === 'delete' ? 'Deleted an earlier post.' : 'Updated an earlier post.'}{' '}
      <DeliveryLink hook={hook} delivery={related} words="Show the delivery that posted it" />
    </p>
  )
}

/** A missing channel can be created before the replay. */
function Channels() {
  const { name: team } = useTeam()
  return (
    <p className="mt-2 text-sm">
      Create the channel or use another one, then replay the delivery.{' '}
      <Link to="/$team/channels" params={{ team }} className="font-medium underline underline-offset-2">
        Browse channels
      </Link>
    </p>
  )
}

type NeighboursProps = {
  delivery: WholeDelivery
  /** Stays among the deliveries that match. */
  filter: HistoryFilter
}

/** Leads to the hook's next newer and older delivery, also by `k` and `j`. */
function Neighbours({ delivery: { hook_id: hook, newer, older }, filter }: NeighboursProps) {
  const { outcome, ...others } = filter
  const kind = outcome ? `${outcomeWords[outcome].toLowerCase()} delivery` : 'delivery'
  const among = isFiltered(others) ? `${kind} that matches the filters` : kind
  const shared = { hook, filter }
  return (
    <nav aria-label="Other deliveries" className="flex gap-1">
      <Neighbour {...shared} id={newer} keys="k" words="Newer" title={`The next newer ${among} (k)`} />
      <Neighbour {...shared} id={older} keys="j" words="Older" title={`The next older ${among} (j)`} />
    </nav>
  )
}

type NeighbourProps = {
  hook: string
  id: string
  filter: HistoryFilter
  keys: string
  words: string
  title: string
}

function Neighbour({ hook, id, filter, keys, words, title }: NeighbourProps) {
  const { name: team } = useTeam()
  const navigate = useNavigate()
  const { delivery: to } = useHistory()
  const place = { to, params: { team, hook, delivery: id }, search: filter } as const
  useShortcut(keys, `${words} delivery`, () => void navigate(place), id !== '')
  const icon = <Icon name="chevron-down" className={`size-4 ${words === 'Newer' ? 'rotate-180' : ''}`} />
  if (id === '')
    return (
      <span aria-disabled="true" className={buttonClasses('quiet', 'opacity-50')}>
        {icon}
        {words}
      </span>
    )
  return (
    <Link {...place} title={title} className={buttonClasses('quiet')}>
      {icon}
      {words}
    </Link>
  )
}
