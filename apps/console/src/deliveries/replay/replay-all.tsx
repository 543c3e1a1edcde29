import type { DeliveryOutcome } from '@posthorn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hasDeliveriesQuery } from '../../data/deliveries.js'
import type { HistoryFilter } from '../../data/filters/delivery-filter.js'
import { replayableQuery } from '../../data/replays.js'
import { useTeam } from '../../data/teams.js'
import { formatNumber } from '../../format/locale.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'
import { useHistory } from '../use-history.js'

const keyBytes = 16

/** Identifies a replay, so that a repeated request starts it once. Plain http has no randomUUID. */
function newReplayKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Replays every delivery that matches the filter, after a confirmation. Shows nothing if there are none, unless a text is searched. */
export function ReplayAll({ filter }: { filter: HistoryFilter }) {
  const [team, { id: hook }] = [useTeam(), useHistory()]
  const [wanted, setWanted] = useState<WantedReplay>()
  const { outcome = 'rejected', to } = filter
  const replayed = { ...filter, outcome }
  const { data: hasSome } = useQuery(hasDeliveriesQuery({ team: team.id, hook }, replayed))
  const ask = () => setWanted({ replayKey: newReplayKey(), filter: { ...replayed, to: to ?? Date.now() } })
  return (
    <>
      {(hasSome || filter.text !== undefined) && (
        <Button icon="replay" onClick={ask}>
          Replay all {outcome}…
        </Button>
      )}
      {wanted && <ConfirmReplay {...wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}

/** Counts the deliveries to replay, and replays them. */
function ConfirmReplay({ replayKey, filter, onClose }: WantedReplay & { onClose: () => void }) {
  const team = useTeam()
  const { id: hook } = useHistory()
  const { data, error } = useQuery(replayableQuery({ team: team.id, hook }, filter))
  const replay = useReplayAll({ replayKey, filter }, onClose)
  const count = data && `${formatNumber(data.count)}${data.is_whole ? '' : ' or more'}`
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
        {!data && !error && <p className="text-quiet">Counting…</p>}
        {data?.count === 0 && (
          <p>There is nothing to replay. Deliveries that were already replayed are left out.</p>
        )}
        {data && data.count > 0 && (
          <>
            <p>
              {count} {data.count === 1 ? 'delivery' : 'deliveries'}
              {filter.text && ` with “${filter.text}” in the payload`} will be sent again unchanged, oldest
              first.
            </p>
            <Expected outcome={filter.outcome} />
            <p className="text-quiet">
              Deliveries that were already replayed are left out, and so are new ones. The replay continues
              when you leave this page.
            </p>
          </>
        )}
        {(error ?? replay.error) && <FormError error={error ?? replay.error} />}
      </div>
    </Modal>
  )
}

/** What becomes of replays of these outcomes. */
function Expected({ outcome }: { outcome: WantedReplay['filter']['outcome'] }) {
  if (outcome === 'collapsed')
    return (
      <p>If the webhook still counts repeats, each message becomes one new post, which counts its own.</p>
    )
  if (outcome === 'superseded')
    return <p>Newer deliveries have set these posts, so the replays will change nothing either.</p>
  return null
}

/** The request. Deliveries that arrive later are not included, and the key makes a repeated request harmless. */
type WantedReplay = { replayKey: string; filter: HistoryFilter & { outcome: DeliveryOutcome } }

/** Shows the progress at its own URL, which can be reloaded. */
function useReplayAll({ replayKey, filter }: WantedReplay, onDone: () => void) {
  const team = useTeam()
  const { id: hook, list } = useHistory()
  const navigate = useNavigate({ from: list })
  return useMutation({
    mutationFn: () =>
      api.replayDeliveries({ params: { team: team.id, hook }, body: { ...filter, key: replayKey } }),
    onSuccess: async ({ replay }) => {
      onDone()
      await navigate({ search: before => ({ ...before, replay }) })
    },
  })
}
