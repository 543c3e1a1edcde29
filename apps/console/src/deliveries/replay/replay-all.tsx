import { useState } from 'react'
import type { HistoryFilter } from '../../data/delivery-filter.js'
import { Button } from '../../ui/button.js'
import { ConfirmReplay } from './confirm-replay.js'
import type { WantedReplay } from './use-replay-all.js'

const keyBytes = 16

/** By it a replay that is asked for twice is known as one. Over plain http browsers have no randomUUID. */
function newReplayKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** A button that counts what the filter matches, and sends that again once it is confirmed. */
export function ReplayAll({ filter }: { filter: HistoryFilter }) {
  const [wanted, setWanted] = useState<WantedReplay>()
  const { outcome = 'rejected', to } = filter
  const ask = () =>
    setWanted({ replayKey: newReplayKey(), filter: { ...filter, outcome, to: to ?? Date.now() } })
  return (
    <>
      <Button icon="replay" onClick={ask}>
        Replay all {outcome} …
      </Button>
      {wanted && <ConfirmReplay {...wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}
