import { type RefObject, useCallback } from 'react'
import { useShortcut } from './shortcuts.js'

/** Moves the focus between `data-row` elements with `j` and `k`. Enter opens them, because they are links or buttons. */
export function useListKeys(container: RefObject<HTMLElement | null>, enabled = true): void {
  const move = useCallback(
    (step: 1 | -1) => {
      const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.findIndex(row => row.contains(document.activeElement))
      const from = at < 0 && step < 0 ? rows.length : at
      const next = rows[Math.min(rows.length - 1, Math.max(0, from + step))]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    },
    [container],
  )
  useShortcut('j', 'Next item', () => move(1), enabled)
  useShortcut('k', 'Previous item', () => move(-1), enabled)
}
