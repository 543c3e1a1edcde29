import { useState } from 'react'
import type { HistoryFilter } from '../../data/filters/delivery-filter.js'
import { Button } from '../../ui/button.js'
import { ConfirmReplay } from './confirm-replay.js'
import type { WantedReplay } from './use-replay-all.js'

const keyBytes = 16

/** Identifies a replay, so that a repeated request starts it once. Plain http has no randomUUID. */
function newReplayKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Replays every delivery that matches the filter, after a confirmation. */
export function ReplayAll({ filter }: { filter: HistoryFilter }) {
  const [wanted, setWanted] = useState<WantedReplay>()
  const { outcome = 'rejected', to } = filter
  const ask = () =>
    setWanted({ replayKey: newReplayKey(), filter: { ...filter, outcome, to: to ?? Date.now() } })
  return (
    <>
      <Button icon="replay" onClick={ask}>
        Replay all {outcome}…
      </Button>
      {wanted && <ConfirmReplay {...wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}
