import { useBlocker } from '@tanstack/react-router'
import { Button } from '../button.js'
import { Modal } from '../modal.js'

/** Asks before unsaved changes are lost, when following a link or closing the page. */
export function UnsavedChanges({ there }: { there: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => there && current.pathname !== next.pathname,
    enableBeforeUnload: there,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const actions = (
    <>
      <Button onClick={reset}>Stay</Button>
      <Button look="danger" onClick={proceed}>
        Leave without saving
      </Button>
    </>
  )
  return (
    <Modal title="Leave without saving?" onClose={reset} actions={actions}>
      <p>Your changes have not been saved.</p>
    </Modal>
  )
}
