import type { WholeDelivery } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { DeliveryLink } from './delivery-link.js'

/** Why a delivery was not posted and what to do, what had no effect, and whether it was sent again since. */
export function DeliveryOutcome({ delivery }: { delivery: WholeDelivery }) {
  const { outcome, message, reason, status, ignored, replayed_as } = delivery
  return (
    <>
      {outcome === 'rejected' && (
        <section aria-label="Why it was rejected" className="rounded-lg bg-bad-soft px-4 py-3">
          <p className="font-medium text-bad">{message}</p>
          <p className="mt-1 text-sm text-bad">
            <span className="sr-only">For programs: </span>
            <code className="font-mono">{reason}</code>, status {status}
          </p>
          {reason.endsWith('.channel.app_error') && <Channels />}
        </section>
      )}
      {replayed_as && (
        <p className="rounded-lg bg-accent-soft px-4 py-3">
          It was <DeliveryLink hook={delivery.hook_id} delivery={replayed_as} words="sent again" /> since.
        </p>
      )}
      {ignored.length > 0 && (
        <section aria-label="Without effect" className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p>
            Posted without what has no effect here:{' '}
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

/** A channel that is not there can be made, and the delivery replayed. */
function Channels() {
  const { name: team } = useTeam()
  return (
    <p className="mt-2 text-sm">
      Create the channel, or name another one, and replay the delivery:{' '}
      <Link to="/$team/channels" params={{ team }} className="font-medium underline underline-offset-2">
        all channels
      </Link>
    </p>
  )
}
