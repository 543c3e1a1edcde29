import type { WholeDelivery } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { DeliveryLink } from './delivery-link.js'
import { outcomeWords } from './outcome-badge.js'

/** Why a delivery was rejected and what to do, what was ignored, and whether it was replayed. */
export function DeliveryOutcome({ delivery }: { delivery: WholeDelivery }) {
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
