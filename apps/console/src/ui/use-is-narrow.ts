import { useSyncExternalStore } from 'react'

/** The same width as the breakpoint `lg`. */
const narrow = matchMedia('(width < 64rem)')

function subscribe(changed: () => void) {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether there is no room for two panes next to the sidebar. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
