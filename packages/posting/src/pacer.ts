import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Lane, Pause } from '@posthorn/queue'

/** How long work runs without a pause. Locks need renewing, and other hooks must not wait for a flood. */
const pauseEveryMs = { shared: 20, flood: 2 }

/** A lane, and the pause in which work in it yields to others. */
export type Pacing = { lane: Lane; pause?: Pause | undefined }

/** Returns what to call after each piece of work. It returns a pause to await if one is due. */
export function openPacer({ lane, pause = nextTurn }: Pacing): () => Promise<void> | undefined {
  let since = performance.now()
  const rest = async () => {
    await pause()
    since = performance.now()
  }
  return () => (performance.now() - since < pauseEveryMs[lane] ? undefined : rest())
}
