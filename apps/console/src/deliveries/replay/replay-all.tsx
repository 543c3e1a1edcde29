import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTeam } from '../../data/current-team.js'
import { hasDeliveriesQuery } from '../../data/deliveries.js'
import type { HistoryFilter } from '../../data/filters/delivery-filter.js'
import { Button } from '../../ui/button.js'
import { useHistory } from '../use-history.js'
import { ConfirmReplay } from './confirm-replay.js'
import type { WantedReplay } from './use-replay-all.js'

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
