import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { replayableQuery } from '../data/deliveries.js'
import { useHook } from '../hooks/current-hook.js'
import { Button } from '../ui/button.js'
import { FormError } from '../ui/form-error.js'
import { Modal } from '../ui/modal.js'
import type { DeliveryFilter } from './filter.js'
import { newReplayKey } from './replay-key.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/')

/** What is asked about: what comes meanwhile is not among it, and by the key it is sent again once. */
type Wanted = { replayKey: string; filter: DeliveryFilter & { outcome: 'posted' | 'rejected' } }

/** A button that counts what the filter matches, and sends that again once it is confirmed. */
export function ReplayAll({ filter }: { filter: DeliveryFilter }) {
  const [wanted, setWanted] = useState<Wanted>()
  const { outcome = 'rejected', to } = filter
  const ask = () =>
    setWanted({ replayKey: newReplayKey(), filter: { ...filter, outcome, to: to ?? Date.now() } })
  return (
    <>
      <Button icon="replay" onClick={ask}>
        Replay all {outcome} …
      </Button>
      {wanted && <Confirm {...wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}

function Confirm({ replayKey, filter, onClose }: Wanted & { onClose: () => void }) {
  const team = useTeam()
  const hook = useHook()
  const { data, error } = useQuery(replayableQuery({ team: team.id, hook: hook.id }, filter))
  const replay = useReplayAll({ replayKey, filter }, onClose)
  const count = data && `${data.count.toLocaleString()}${data.is_whole ? '' : ' or more'}`
  return (
    <Modal
      title={`Replay all ${filter.outcome} deliveries`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={replay.isPending}
            disabled={!data || data.count === 0}
            onClick={() => replay.mutate()}
          >
            Replay {count}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        {!data && !error && <p className="text-quiet">Counting …</p>}
        {data?.count === 0 && (
          <p>There is nothing to send again: what was replayed already is not sent once more.</p>
        )}
        {data && data.count > 0 && (
          <>
            <p>
              {count} {data.count === 1 ? 'delivery is' : 'deliveries are'} sent again as they came, the
              oldest first{filter.text ? `, those with “${filter.text}” in their payload` : ''}.
            </p>
            <p className="text-quiet">
              What was replayed already, or comes from now on, is not among them. It goes on when you leave
              this page.
            </p>
          </>
        )}
        {(error ?? replay.error) && <FormError error={error ?? replay.error} />}
      </div>
    </Modal>
  )
}

/** Shows its progress at an address of its own, which can be loaded again. */
function useReplayAll({ replayKey, filter }: Wanted, onDone: () => void) {
  const team = useTeam()
  const { id: hook } = useHook()
  const navigate = route.useNavigate()
  return useMutation({
    mutationFn: () =>
      api.replayDeliveries({ params: { team: team.id, hook }, body: { ...filter, key: replayKey } }),
    onSuccess: async ({ replay }) => {
      onDone()
      await navigate({ search: before => ({ ...before, replay }) })
    },
  })
}
