import { useSyncExternalStore } from 'react'

/** The server's status: whether it responds to calls, and whether live events arrive. */
type ServerStatus = { answers: boolean; live: 'not yet' | 'open' | 'lost' }

let status: ServerStatus = { answers: true, live: 'not yet' }
const listeners = new Set<() => void>()

function change(next: Partial<ServerStatus>): void {
  const changed = { ...status, ...next }
  if (changed.answers === status.answers && changed.live === status.live) return
  status = changed
  for (const listener of listeners) listener()
}

export const noteAnswer = () => change({ answers: true })
export const noteSilence = () => change({ answers: false })
export const noteLive = (live: ServerStatus['live']) => change({ live })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page may be outdated. */
export function useMayBeOld(): boolean {
  return useSyncExternalStore(subscribe, () => !status.answers || status.live === 'lost')
}
