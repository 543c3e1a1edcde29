import { useState } from 'react'
import { hookTitle } from '../data/hooks.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/confirm.js'
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
      {isOpen && <ConfirmDelete onClose={() => setOpen(false)} />}
    </>
  )
}

function ConfirmDelete({ onClose }: { onClose: () => void }) {
  const hook = useHook()
  const doing = useDelete()
  const asking = { title: `Delete ${hookTitle(hook)}?`, action: 'Delete webhook', look: 'danger' } as const
  const at = hook.last_used_at
  return (
    <Confirm {...asking} doing={doing} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p className="text-quiet">
        Its URL stops working at once: whatever still sends to it is refused. What it has posted stays; what
        is known of its deliveries goes with it. This cannot be undone.
      </p>
      <p>
        {at === 0 ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time at={at} form="ago" />.
          </>
        )}
      </p>
    </Confirm>
  )
}
