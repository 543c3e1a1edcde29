import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../data/client/until-loaded.js'
import { listenForShortcuts, useShortcut } from '../keyboard/shortcuts.js'
import { Opening } from '../server/states.js'

const ShortcutList = lazyPart(() => import('./shortcut-list.js'), 'ShortcutList')

/** Listens for shortcuts and lists them under `?`. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  useEffect(() => listenForShortcuts(), [])
  useShortcut('?', 'Show keyboard shortcuts', () => setOpen(true))
  return (
    open && (
      <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
        <ShortcutList onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
