import { lazy, Suspense, useEffect, useState } from 'react'
import { listenForShortcuts, useShortcut } from '../keyboard/shortcuts.js'

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.js')).ShortcutList }))

/** Listens for shortcuts and lists them under `?`. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  useEffect(() => listenForShortcuts(), [])
  useShortcut('?', 'Show keyboard shortcuts', () => setOpen(true))
  return (
    open && (
      <Suspense>
        <ShortcutList onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
