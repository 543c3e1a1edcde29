import { useState } from 'react'
import { Button } from '../ui/button.js'
import { Modal } from '../ui/modal.js'

/** Removes a hook's template, after a confirmation. */
export function RemoveTemplate({ mutate, isPending }: { mutate: () => void; isPending: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const remove = () => {
    close()
    mutate()
  }
  const actions = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button look="danger" onClick={remove}>
        Remove
      </Button>
    </>
  )
  return (
    <>
      <Button busy={isPending} onClick={() => setOpen(true)}>
        Remove template
      </Button>
      {isOpen && (
        <Modal title="Remove the template?" onClose={close} actions={actions}>
          <p>The webhook then accepts only payloads, and senders that it recognizes.</p>
        </Modal>
      )}
    </>
  )
}
