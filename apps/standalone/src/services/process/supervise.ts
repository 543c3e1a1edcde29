import { setTimeout as delay } from 'node:timers/promises'
import { describeExit } from './launch.js'
import { endOf } from './log-file.js'
import type { ProbeResult } from './probe.js'
import type { ExitStatus, PrintLine, Running } from './service.js'

const firstPauseMs = 100
const longestPauseMs = 5_000
/** A service that ran this long had started well, so the next pause is short again. */
const healthyAfterMs = 60_000

type Probing = { probeEveryMs: number; againAfterMs: number; maxMissedProbes: number }

/**
 * About twenty seconds: a probe without a response takes two. A slow service responds in between, and one that responds is not
 * probed as often, because each probe of Postgres is a new process.
 */
const usualProbing: Probing = { probeEveryMs: 5_000, againAfterMs: 1_000, maxMissedProbes: 5 }

/** Doubles each time, so that a broken service costs little and is reported at most twelve times a minute. */
export const nextPauseMs = (pauseMs: number) => Math.min(pauseMs * 2, longestPauseMs)

/** A killed process could not write why. */
const why = ({ logFile }: Running, { signal }: ExitStatus) =>
  logFile === undefined || signal === 'SIGKILL' ? '' : `. ${endOf(logFile)}`

export type Supervised<Service extends Running> = {
  /** The running service, or the last one. */
  current(): Service
  /** Stops the service for good, even while it is being restarted. */
  stop(): Promise<void>
}

/**
 * Starts a service and restarts it whenever it ends, with a pause that doubles while it keeps ending. To keep the port, `start`
 * must request it. A service that runs but does not respond is killed, and therefore also restarted.
 *
 * @throws what the first `start` throws: only a service that once ran is restarted.
 */
export async function supervise<Service extends Running>(
  start: () => Promise<Service>,
  log: PrintLine,
  probing = usualProbing,
): Promise<Supervised<Service>> {
  const ended = new AbortController()
  let service = await start()

  async function keep(): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = nextPauseMs(pauseMs)) {
      const since = performance.now()
      void killWhenSilent(service, log, probing)
      const how = await service.exited
      if (ended.signal.aborted) return
      if (performance.now() - since > healthyAfterMs) pauseMs = firstPauseMs
      log(`${service.name} ended (${describeExit(how)}). Restarting it in ${pauseMs} ms${why(service, how)}`)
      await pause(pauseMs)
      await restart()
    }
  }

  async function restart(): Promise<void> {
    for (let pauseMs = firstPauseMs; !ended.signal.aborted; pauseMs = nextPauseMs(pauseMs)) {
      try {
        service = await start()
        return log(`${service.name} is running again (pid ${service.pid})`)
      } catch (error) {
        log(`${error instanceof Error ? error.message : error}\nTrying again in ${pauseMs} ms`)
      }
      await pause(pauseMs)
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: ended.signal }).catch(() => {})
  const kept = keep()

  return {
    current: () => service,
    async stop() {
      ended.abort()
      await service.stop()
      await kept
      await service.stop() // the one that was just being started
    },
  }
}

/**
 * Kills a service that does not respond to several probes in a row, for example because it was stopped or its event loop is
 * blocked. It can then be restarted. A probe that we could not send does not count. Resolves
 * when the service has ended.
 */
async function killWhenSilent(service: Running, log: PrintLine, options: Probing): Promise<void> {
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
