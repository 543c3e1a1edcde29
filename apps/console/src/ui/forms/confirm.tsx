import type { ReactNode } from 'react'
import { Button } from '../button.js'
import { Modal } from '../modal.js'
import { FormError } from './form-error.js'

type ConfirmProps = {
  title: string
  /** What the button that does it is called. */
  action: string
  look?: 'primary' | 'danger'
  /** What is done, as `useMutation` has it. */
  doing: { isPending: boolean; error: unknown }
  /** Something has to be said before. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done, and says what failed of it. */
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
