import { useEffect, useState } from 'react'
import { currentShortcuts, listenForShortcuts, useShortcut } from '../keyboard/shortcuts.js'
import { Modal } from '../ui/modal.js'

/** Listens for shortcuts and lists them under `?`. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  useEffect(() => listenForShortcuts(), [])
  useShortcut('?', 'Show keyboard shortcuts', () => setOpen(true))
  if (!open) return null
  const rows = [
    ...currentShortcuts(),
    { keys: 'Enter', does: 'Open the selected item' },
    { keys: 'Escape', does: 'Close' },
  ]
  return (
    <Modal title="Keyboard shortcuts" onClose={() => setOpen(false)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {rows.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map(key => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line bg-well px-1.5 font-mono text-xs leading-5"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
