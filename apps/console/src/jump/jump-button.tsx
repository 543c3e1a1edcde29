import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMayBeOld } from '../data/client/server-status.js'
import { lazyPart } from '../data/client/until-loaded.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { Opening } from '../server/states.js'
import { Icon } from '../ui/icon.js'

const JumpBox = lazyPart(() => import('./jump-box.js'), 'JumpBox')

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)
const keys = isMac ? '⌘K' : 'Ctrl+K'

/** Opens the box of this page. */
let openBox = () => {}

/** The box that leads to channels, people, webhooks, screens and posts. Ctrl+K opens it from anywhere. */
export function JumpHost() {
  const [isOpen, setOpen] = useState(false)
  const early = useRef('')
  useShortcut(keys, 'Search, or jump to a channel, person, webhook or screen', () => setOpen(true))
  useEffect(() => {
    openBox = () => setOpen(true)
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey)
      if (!isOurs || event.altKey || event.shiftKey || document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return isOpen ? (
    <Suspense fallback={<EarlyKeys typed={early} onClose={() => setOpen(false)} />}>
      <JumpBox early={early} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}

type EarlyKeysProps = { typed: RefObject<string>; onClose: () => void }

/** Keeps what somebody types while the box loads, so that it does not change or send the message behind. Esc closes. */
function EarlyKeys({ typed, onClose }: EarlyKeysProps) {
  const isAway = useMayBeOld()
  useLayoutEffect(() => {
    if (isAway) return // the keys are for the dialog that says so
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (key.length === 1) typed.current += key
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key === 'Escape') {
        typed.current = ''
        onClose()
      } else if (key !== 'Enter') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [typed, onClose, isAway])
  return <Opening onClose={onClose} />
}

/** Opens the box. A narrow screen has two sidebars, each with this button. */
export function JumpButton() {
  return (
    <button
      type="button"
      onClick={() => openBox()}
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-raised px-2 text-left text-quiet hover:bg-hover pointer-coarse:h-10"
    >
      <Icon name="search" />
      <span className="flex-auto">Search</span>
      <kbd className="font-mono text-xs pointer-coarse:hidden">{keys}</kbd>
    </button>
  )
}
