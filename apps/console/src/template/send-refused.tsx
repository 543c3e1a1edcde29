import type { DeliveryOutcome, SentPayload } from '@posthorn/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { refreshDeliveries } from '../data/deliveries.js'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { refusedSamplesKey, refusedSamplesQuery } from '../data/trials.js'
import { ReplayAll } from '../deliveries/replay/replay-all.js'
import { countOf } from '../format/amount.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'

/** After a template was saved: sends the refused calls, and replays the rejected deliveries. */
export function ReplayRefused() {
  const team = useTeam()
  const hook = useHook()
  const { data: samples = [] } = useQuery(refusedSamplesQuery({ team: team.id, hook: hook.id }))
  const { mutate, data, error, isPending } = useSendRefused(samples.map(({ request_id }) => request_id))
  return (
    <section aria-label="Replay" className="flex flex-col gap-3 border-t border-line pt-6">
      <h2 className="font-medium">Replay refused calls and rejected deliveries</h2>
      <p className="text-quiet">
        The last refused calls are stored for a day. Rejected deliveries are in the history. Both use the
        saved template.
      </p>
      <div className="flex flex-wrap gap-2">
        {samples.length > 0 && (
          <Button look="primary" icon="replay" busy={isPending} onClick={() => mutate()}>
            Replay {countOf(samples.length, 'refused call')}
          </Button>
        )}
        <ReplayAll filter={{}} />
      </div>
      <p role="status">{data && !isPending && summary(data)}</p>
      {error && <FormError error={error} />}
    </section>
  )
}

/** Sends them one by one, the oldest first, and stops at the first error. */
function useSendRefused(newestFirst: string[]) {
  const team = useTeam()
  const { id: hook } = useHook()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const sent: SentPayload[] = []
      for (const request_id of newestFirst.toReversed())
        sent.push(await api.sendRefusedSample({ params: { team: team.id, hook }, body: { request_id } }))
      return sent
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: refusedSamplesKey(hook) })
      await refreshDeliveries(client, hook)
    },
  })
}

function summary(sent: SentPayload[]): string {
  const counts = new Map<DeliveryOutcome | 'queued', number>()
  for (const { outcome } of sent) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return `${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}.`
}
