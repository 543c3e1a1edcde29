import { setTimeout as delay } from 'node:timers/promises'
import type { ProbeResult } from './probe.js'
import type { PrintLine, Running } from './service.js'

export type WatchdogOptions = { probeEveryMs: number; againAfterMs: number; maxMissedProbes: number }

/**
 * About twenty seconds: a probe without a response takes two. A slow service responds in between, and one that responds is not
 * probed as often, because each probe of Postgres is a new process.
 */
const defaults: WatchdogOptions = { probeEveryMs: 5_000, againAfterMs: 1_000, maxMissedProbes: 5 }

/**
 * Kills a service that does not respond to several probes in a row, for example because it was stopped or its event loop is
 * blocked. It can then be restarted. A probe that we could not send does not count. Resolves
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
      log(`Cannot probe ${service.name}: this process is out of descriptors, ports or memory`)
    before = now
    if (now === 'answers') missed = 0
    if (now === 'silent') missed += 1
    if (missed < options.maxMissedProbes || ended.signal.aborted) continue
    log(`${service.name} (pid ${service.pid}) does not respond. Killing it`)
    return service.kill()
  }
}
