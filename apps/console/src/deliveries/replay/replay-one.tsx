import type { WholeDelivery } from '@posthorn/contract'
import { useState } from 'react'
import { useShortcut } from '../../keyboard/shortcuts.js'
import { Button } from '../../ui/button.js'
import { FormError } from '../../ui/forms/form-error.js'
import { Modal } from '../../ui/modal.js'
import { useReplay } from './use-replay.js'

type OfDelivery = { delivery: WholeDelivery }

/** Sends a delivery again as it came. One that was sent again already asks first. */
export function ReplayOne({ delivery }: OfDelivery) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useReplay(delivery, () => setOpen(false))
  const wasReplayed = delivery.replayed_as !== ''
  const ask = () => (wasReplayed ? setOpen(true) : mutate({}))
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
          title={error ? 'It was not sent again' : 'Send it once more?'}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{error ? 'Close' : 'Cancel'}</Button>
              {!error && (
                <Button look="primary" busy={isPending} onClick={() => mutate({ again: true })}>
                  Send it once more
                </Button>
              )}
            </>
          }
        >
          {error ? (
            <FormError error={error} />
          ) : (
            <p>It was sent again already, so its channel may get it twice.</p>
          )}
        </Modal>
      )}
    </>
  )
}
