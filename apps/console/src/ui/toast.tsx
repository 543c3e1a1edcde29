import { useSyncExternalStore } from 'react'
import { Icon } from './icon.js'

type Toast = { id: number; text: string }

const shownMs = 5000
let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short success message. Errors appear where they occurred, and stay. */
export function toast(text: string): void {
  const id = ++last
  set([...toasts, { id, text }])
  setTimeout(() => set(toasts.filter(toast => toast.id !== id)), shownMs)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The container of toasts, once per page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex flex-col items-center gap-2 px-4"
    >
      {shown.map(({ id, text }) => (
        <p
          key={id}
          className="flex items-center gap-2 rounded-lg bg-text px-3 py-2 text-page shadow-pop forced-colors:border"
        >
          <Icon name="check" />
          {text}
        </p>
      ))}
    </div>
  )
}
