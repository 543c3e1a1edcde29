import { useState } from 'react'
import { hookTitle } from '../data/hooks.js'
import { Button } from '../ui/button.js'
import { FormError } from '../ui/form-error.js'
import { Modal } from '../ui/modal.js'
import { Time } from '../ui/time.js'
import { useHook } from './current-hook.js'
import { useDelete } from './use-delete-hook.js'

/** A button that says what stops, and then deletes the hook. */
export function DeleteHook() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete webhook
      </Button>
      {isOpen && <Confirm onClose={() => setOpen(false)} />}
    </>
  )
}

function Confirm({ onClose }: { onClose: () => void }) {
  const hook = useHook()
  const { mutate, isPending, error } = useDelete()
  return (
    <Modal
      title={`Delete ${hookTitle(hook)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={isPending} onClick={() => mutate()}>
            Delete webhook
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-quiet">
        <p>
          Its URL stops working at once: whatever still sends to it is refused. What it has posted stays; what
          is known of its deliveries goes with it. This cannot be undone.
        </p>
        <p className="text-text">
          {hook.last_used_at > 0 ? (
            <>
              It was last used <Time at={hook.last_used_at} form="ago" />.
            </>
          ) : (
            'It was never used.'
          )}
        </p>
        {error && <FormError error={error} />}
      </div>
    </Modal>
  )
}
