import { useSyncExternalStore } from 'react'

/** When each opened thread was last replied to, as far as this page has shown it. */
const seenUntil = new Map<string, number>()
const listeners = new Set<() => void>()

/** Marks the replies of a thread as seen. */
export function markThreadSeen(root: string, lastReplyAt: number): void {
  if ((seenUntil.get(root) ?? 0) >= lastReplyAt) return
  seenUntil.set(root, lastReplyAt)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the time until which the replies of a thread were seen; 0 if the thread was not open. */
export function useThreadSeen(root: string): number {
  return useSyncExternalStore(subscribe, () => seenUntil.get(root) ?? 0)
}
