import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.js'
import { classes } from './classes.js'

type ModalProps = {
  title: string
  /** Called when it is closed by Esc, by its cross or beside it. Without it, it stays. */
  onClose?: () => void
  children: ReactNode
  /** Its buttons, the one that does it last. */
  actions?: ReactNode
  wide?: boolean
}

/** Something that has to be dealt with first. It is there as long as it is rendered; the browser keeps the focus in it. */
export function Modal({ title, onClose, children, actions, wide }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={event => {
        if (event.target === event.currentTarget) onClose?.()
      }}
      className={classes(
        'm-auto max-h-[min(90dvh,720px)] w-[calc(100%-2rem)] overflow-hidden rounded-lg border border-line bg-raised p-0 shadow-pop',
        'open:flex',
        wide ? 'max-w-3xl' : 'max-w-md',
      )}
    >
      <div className="flex min-h-0 w-full flex-col">
        <header className="py-4 pr-14 pl-4">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
        </header>
        <div className="min-h-0 overflow-y-auto px-4 pb-4">{children}</div>
        {actions && <footer className="flex flex-wrap justify-end gap-2 px-4 pb-4">{actions}</footer>}
        {/* behind the others, so that it is not what has the focus at first */}
        {onClose && (
          <IconButton icon="x" label="Close" onClick={onClose} className="absolute top-3 right-3" />
        )}
      </div>
    </dialog>
  )
}
