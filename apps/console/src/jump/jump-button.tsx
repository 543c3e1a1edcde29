import { lazy, Suspense, useEffect, useState } from 'react'
import { useShortcut } from '../keyboard/shortcuts.js'
import { Icon } from '../ui/icon.js'

const JumpBox = lazy(async () => ({ default: (await import('./jump-box.js')).JumpBox }))

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)
const keys = isMac ? '⌘K' : 'Ctrl+K'

/** Opens the box of this page. */
let openBox = () => {}

/** The box that leads to channels, people, webhooks, screens and posts. Ctrl+K opens it from anywhere. */
export function JumpHost() {
  const [isOpen, setOpen] = useState(false)
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
    <Suspense>
      <JumpBox onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
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
