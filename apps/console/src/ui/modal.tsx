import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.js'
import { classes } from './classes.js'

type ModalProps = {
  title: string
  /** Called when it is closed by Esc, the close button, or a click outside. Without it, the dialog can't be closed. */
  onClose?: () => void
  children: ReactNode
  /** The buttons, with the primary one last. */
  actions?: ReactNode
  wide?: boolean
}

/** A modal dialog, open while it is rendered. The browser keeps the focus inside. */
export function Modal({ title, onClose, children, actions, wide }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close() // React removes the element without closing it, which would lose the focus
      if (document.activeElement === document.body) focusAgain(before)
    }
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
        {/* the room at the top is for the focus ring of a first field */}
        <div data-scroller className="-mt-1 min-h-0 overflow-y-auto px-4 pt-1 pb-4">
          {children}
        </div>
        {actions && <footer className="flex flex-wrap justify-end gap-2 px-4 pb-4">{actions}</footer>}
        {/* last, so that it does not get the initial focus */}
        {onClose && (
          <IconButton icon="x" label="Close" onClick={onClose} className="absolute top-3 right-3" />
        )}
      </div>
    </dialog>
  )
}

/** Focuses what had the focus before a dialog. What was in a menu is hidden by now, but the menu's button is not. */
function focusAgain(before: Element | null): void {
  const menu = before?.closest('[popover]')
  const target = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : before
  if (target instanceof HTMLElement) target.focus()
}
