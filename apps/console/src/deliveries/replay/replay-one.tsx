import type { WholeDelivery } from '@posthorn/contract'
import { useState } from 'react'
import { useShortcut } from '../../keyboard/shortcuts.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'
import { useReplay } from './use-replay.js'

type OfDelivery = { delivery: WholeDelivery }

/** Replays a delivery. Asks first if a replay may already have posted it. */
export function ReplayOne({ delivery }: OfDelivery) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useReplay(delivery, () => setOpen(false))
  const { replay_outcome: last } = delivery
  const ask = () => (last === '' || last === 'rejected' ? mutate({ again: last !== '' }) : setOpen(true))
  useShortcut('r', 'Replay the delivery', ask, !isPending)
  const close = () => {
    setOpen(false)
    reset()
  }
  return (
    <>
      <Button look="primary" icon="replay" busy={isPending} onClick={ask}>
        Replay
      </Button>
      {(isOpen || error) && (
        <Modal
          title={error ? 'The replay failed' : 'Replay it again?'}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{error ? 'Close' : 'Cancel'}</Button>
              {!error && (
                <Button look="primary" busy={isPending} onClick={() => mutate({ again: true })}>
                  Replay again
                </Button>
              )}
            </>
          }
        >
          {error ? (
            <FormError error={error} />
          ) : (
            <p>This delivery was already replayed, so its channel may get it twice.</p>
          )}
        </Modal>
      )}
    </>
  )
}
