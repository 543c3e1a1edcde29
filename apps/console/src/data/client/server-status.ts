import { useSyncExternalStore } from 'react'

/** What is known of the server: whether it answers calls, and whether its live events come. */
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

/** Whether what is shown may be old: the server does not answer, or its events do not come. */
export function useMayBeOld(): boolean {
  return useSyncExternalStore(subscribe, () => !status.answers || status.live === 'lost')
}
