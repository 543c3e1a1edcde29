import type { ReactNode } from 'react'
import { Button } from '../ui/button.js'
import { Modal } from '../ui/modal.js'
import { FormError } from './states.js'

type ConfirmProps = {
  title: string
  /** The confirm button's text. */
  action: string
  look?: 'primary' | 'danger'
  /** The mutation. */
  doing: { isPending: boolean; error: unknown }
  /** Whether something else must be filled in first. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for confirmation and shows the error if the action fails. */
export function Confirm({
  title,
  action,
  look = 'primary',
  doing,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look={look} busy={doing.isPending} disabled={disabled} onClick={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-3">
        {children}
        {doing.error ? <FormError error={doing.error} /> : null}
      </div>
    </Modal>
  )
}
