import { currentShortcuts } from '../keyboard/shortcuts.js'
import { Modal } from '../ui/modal.js'

/** Lists the shortcuts of the screen. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const rows = [
    ...currentShortcuts(),
    { keys: 'Enter', does: 'Open the selected item' },
    { keys: 'Escape', does: 'Close' },
  ]
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
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
