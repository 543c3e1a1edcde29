import { useBlocker } from '@tanstack/react-router'
import { Button } from '../button.js'
import { Modal } from '../modal.js'

/** While something is written that was not saved: asks before it is left, by a link as by closing the page. */
export function UnsavedChanges({ there }: { there: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => there && current.pathname !== next.pathname,
    enableBeforeUnload: there,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const actions = (
    <>
      <Button onClick={reset}>Stay here</Button>
      <Button look="danger" onClick={proceed}>
        Leave without saving
      </Button>
    </>
  )
  return (
    <Modal title="Leave without saving?" onClose={reset} actions={actions}>
      <p>What you changed here was not saved.</p>
    </Modal>
  )
}
