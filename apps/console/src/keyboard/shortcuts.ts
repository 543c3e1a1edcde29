import { useEffect, useRef } from 'react'

/** One key as KeyboardEvent names it, or two with a space between: `g c`. */
export type Shortcut = { keys: string; does: string; act: () => void }

const shortcuts = new Set<Shortcut>()
/** The second key must follow within this time. */
const togetherMs = 1200
let pending: { key: string; at: number } | undefined

/** Active shortcuts by keys. A screen's shortcuts hide those behind it. */
export function currentShortcuts(): Shortcut[] {
  const byKeys = new Map([...shortcuts].map(shortcut => [shortcut.keys, shortcut]))
  return [...byKeys.values()]
}

/** Registers a shortcut while the component is mounted and `enabled`. `?` lists it. */
export function useShortcut(keys: string, does: string, act: () => void, enabled = true): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!enabled) return
    const shortcut = { keys, does, act: () => latest.current() }
    shortcuts.add(shortcut)
    return () => void shortcuts.delete(shortcut)
  }, [keys, does, enabled])
}

/** Listens for all shortcuts, once per page. Ignores keys while somebody types, chooses, or sees a dialog. */
export function listenForShortcuts(now: () => number = () => performance.now()): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
      return
    const before = pending && now() - pending.at < togetherMs ? `${pending.key} ` : ''
    pending = undefined
    const all = currentShortcuts()
    const found =
      all.find(({ keys }) => keys === before + event.key) ?? all.find(({ keys }) => keys === event.key)
    if (found) {
      event.preventDefault()
      found.act()
    } else if (all.some(({ keys }) => keys.startsWith(`${event.key} `)))
      pending = { key: event.key, at: now() }
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

const takesKeys =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog:modal')) return true
  return target instanceof Element && target.closest(takesKeys) !== null
}
