import { setTimeout as delay } from 'node:timers/promises'
import type { ProbeResult } from './probe.js'
import type { PrintLine, Running } from './service.js'

export type WatchdogOptions = { probeEveryMs: number; againAfterMs: number; maxMissedProbes: number }

/**
 * About twenty seconds: a probe takes two when there is no answer. Whoever is slow answers in between, and who answers is
 * left in peace: each probe of a Postgres is a process more.
 */
const defaults: WatchdogOptions = { probeEveryMs: 5_000, againAfterMs: 1_000, maxMissedProbes: 5 }

/**
 * Ends a service by force when it lives and says nothing to several probes in a row, as a process that was stopped, or
 * whose event loop turns no more: ended, it can be started again. A probe that we could not send does not count. Resolves
 * when the service has ended.
 */
export async function endWhenSilent(service: Running, log: PrintLine, options = defaults): Promise<void> {
  if (!service.probe) return
  const ended = new AbortController()
  void service.exited.then(() => ended.abort())
  let before: ProbeResult = 'answers'
  for (let missed = 0; !ended.signal.aborted; ) {
    const pauseMs = before === 'answers' ? options.probeEveryMs : options.againAfterMs
    await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => {})
    const now = await service.probe()
    if (now === 'unknown' && before !== now)
      log(`${service.name} cannot be asked: this process is out of descriptors, ports or memory`)
    before = now
    if (now === 'answers') missed = 0
    if (now === 'silent') missed += 1
    if (missed < options.maxMissedProbes || ended.signal.aborted) continue
    log(`${service.name} (pid ${service.pid}) lives and does not answer: ending it by force`)
    return service.kill()
  }
}
