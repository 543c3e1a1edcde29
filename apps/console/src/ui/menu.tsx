import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './classes.js'
import { Icon, type IconName } from './icon.js'

const marginPx = 4

type MenuProps = {
  /** The content and look of the button. */
  trigger: ReactNode
  className?: string
  /** The accessible name, if the button has no text. */
  label?: string
  children: ReactNode
}

/**
 * A menu behind a button. It is a browser popover: Esc or a click outside closes it and returns the focus. Arrow keys
 * move in it.
 */
export function Menu({ trigger, className, label, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const place = (isOpen: boolean) => {
    if (!isOpen || !button.current || !popover.current) return
    placeBelow(popover.current, button.current)
    itemsOf(popover.current)[0]?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
        className={className}
      >
        {trigger}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={event => place(event.newState === 'open')}
        onKeyDown={moveFocus}
        onClick={event => event.currentTarget.hidePopover()}
        className="fixed m-0 min-w-52 rounded-lg border border-line bg-raised p-1 text-text shadow-pop"
      >
        {children}
      </div>
    </>
  )
}

/** Positions the menu below the button, within the window. */
function placeBelow(popover: HTMLElement, button: HTMLElement): void {
  const { left, right, bottom, top } = button.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const isOutside = left + width > window.innerWidth - marginPx
  popover.style.left = `${Math.max(marginPx, isOutside ? right - width : left)}px`
  const isBelow = bottom + marginPx + height <= window.innerHeight
  popover.style.top = `${isBelow ? bottom + marginPx : Math.max(marginPx, top - marginPx - height)}px`
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex(item => item.matches(':focus'))
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
    event.key
  ]
  if (next === undefined) return
  event.preventDefault()
  items[next % items.length]?.focus()
}

const itemClasses =
  'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left whitespace-nowrap hover:bg-hover focus:bg-hover focus:outline-hidden pointer-coarse:h-10'

type MenuItemProps = {
  icon?: IconName
  children: ReactNode
  onSelect: () => void
  /** An action that can't be undone. */
  danger?: boolean
}

export function MenuItem({ icon, children, onSelect, danger }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onSelect}
      className={classes(itemClasses, danger && 'text-bad')}
    >
      {icon && <Icon name={icon} className={danger ? 'size-4' : 'size-4 text-quiet'} />}
      {children}
    </button>
  )
}

export function MenuLine() {
  return <hr className="my-1 border-line" />
}

/** Text between items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <p role="presentation" className="px-2 py-1 text-xs font-medium text-quiet">
      {children}
    </p>
  )
}
