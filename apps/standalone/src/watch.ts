import { setTimeout as delay } from 'node:timers/promises'
import type { Log, Running } from './services/service.js'

export type Patience = { betweenLooksMs: number; maxSilentLooks: number }

/** About twenty seconds: a look takes two when there is no answer. Whoever is slow answers in between. */
const ours: Patience = { betweenLooksMs: 2_000, maxSilentLooks: 5 }

/**
 * Ends a service by force when it lives and says nothing to several looks in a row, as a process that was stopped, or
 * whose event loop turns no more: ended, it can be started again. Resolves when the service has ended.
 */
export async function watch(service: Running, log: Log, patience = ours): Promise<void> {
  if (!service.answers) return
  const ended = new AbortController()
  void service.exited.then(() => ended.abort())
  for (let silent = 0; !ended.signal.aborted; ) {
    await delay(patience.betweenLooksMs, undefined, { signal: ended.signal }).catch(() => {})
    silent = (await service.answers()) ? 0 : silent + 1
    if (silent < patience.maxSilentLooks || ended.signal.aborted) continue
    log(`${service.name} (pid ${service.pid}) lives and does not answer: ending it by force`)
    return service.kill()
  }
}
