import { setTimeout as delay } from 'node:timers/promises'
import type { Look } from './services/look.js'
import type { Log, Running } from './services/service.js'

export type Patience = { betweenLooksMs: number; maxSilentLooks: number }

/** About twenty seconds: a look takes two when there is no answer. Whoever is slow answers in between. */
const ours: Patience = { betweenLooksMs: 2_000, maxSilentLooks: 5 }

/**
 * Ends a service by force when it lives and says nothing to several looks in a row, as a process that was stopped, or
 * whose event loop turns no more: ended, it can be started again. A look that we could not take does not count. Resolves
 * when the service has ended.
 */
export async function watch(service: Running, log: Log, patience = ours): Promise<void> {
  if (!service.look) return
  const ended = new AbortController()
  void service.exited.then(() => ended.abort())
  let before: Look = 'answers'
  for (let silent = 0; !ended.signal.aborted; ) {
    await delay(patience.betweenLooksMs, undefined, { signal: ended.signal }).catch(() => {})
    const now = await service.look()
    if (now === 'unknown' && before !== now)
      log(`${service.name} cannot be asked: this process is out of descriptors, ports or memory`)
    before = now
    if (now === 'answers') silent = 0
    if (now === 'silent') silent += 1
    if (silent < patience.maxSilentLooks || ended.signal.aborted) continue
    log(`${service.name} (pid ${service.pid}) lives and does not answer: ending it by force`)
    return service.kill()
  }
}
