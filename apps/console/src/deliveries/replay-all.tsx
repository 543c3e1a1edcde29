import { useState } from 'react'
import { Button } from '../ui/button.js'
import { ConfirmReplay } from './confirm-replay.js'
import type { HistoryFilter } from './filter.js'
import { newReplayKey } from './replay-key.js'
import type { WantedReplay } from './use-replay-all.js'

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
