import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { useHook } from '../data/current-hook.js'
import { useTeam } from '../data/current-team.js'
import { refreshDeliveries } from '../data/deliveries.js'
import { DeliveryLink } from '../deliveries/delivery-link.js'
import { NotYourHook } from '../hooks/edit/url-made-by.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'

/** Sends a payload to the hook as the user, and shows the result. */
export function SendNow({ payload, isReady }: { payload: string; isReady: boolean }) {
  const team = useTeam()
  const current = useHook()
  const { id: hook } = current
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.sendPayload({ params: { team: team.id, hook }, body: { payload } }),
    onSuccess: () => refreshDeliveries(client, hook),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" icon="send" busy={isPending} disabled={!isReady} onClick={() => mutate()}>
          {isPending ? 'Sending…' : 'Send'}
        </Button>
        <p role="status">
          {data && !isPending && (
            <>
              {outcomes[data.outcome]}{' '}
              {data.outcome !== 'queued' && (
                <DeliveryLink hook={hook} delivery={data.delivery} words="Show the delivery" />
              )}
            </>
          )}
        </p>
      </div>
      {error && <FormError error={error} />}
      <NotYourHook hook={current} what="This payload posts" />
      <p className="text-sm text-quiet">
        This posts for real: everybody in the channel sees it, and it counts against the rate limit.
      </p>
    </div>
  )
}

const outcomes = {
  posted: 'Posted.',
  replied: 'Posted as a reply.',
  updated: 'Updated an earlier post.',
  collapsed: 'Counted in the earlier post that it repeats.',
  superseded: 'Not applied, because a newer delivery has set the post.',
  skipped: 'Skipped: this event becomes no post.',
  rejected: 'Rejected.',
  queued: 'Stored, but not posted yet. It will appear among the deliveries.',
}
