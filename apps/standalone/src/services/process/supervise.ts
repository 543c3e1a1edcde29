import { setTimeout as delay } from 'node:timers/promises'
import { describeExit } from './launch.js'
import type { PrintLine, Running } from './service.js'
import { endWhenSilent, type WatchdogOptions } from './watchdog.js'

const firstPauseMs = 100
const longestPauseMs = 5_000
/** What lived for this long had started well: the next pause is short again. */
const healthyAfterMs = 60_000

/** Twice as long each time, so that what cannot run costs little and is told twelve times a minute at most. */
export const nextPauseMs = (pauseMs: number) => Math.min(pauseMs * 2, longestPauseMs)

export type Supervised<Service extends Running> = {
  /** The one that runs, or the last one that did. */
  current(): Service
  /** Ends the service for good, also one that is just being started again. */
  stop(): Promise<void>
}

/**
 * Starts a service and starts it again whenever it ends, saying so, after a pause that doubles while it keeps ending.
 * For the same port each time, `start` must ask for that port. One that lives without answering is ended, and so started
 * again too.
 *
 * @throws what the first `start` throws: only what once ran is started again.
 */
export async function supervise<Service extends Running>(
  start: () => Promise<Service>,
  log: PrintLine,
  watchdog?: WatchdogOptions,
): Promise<Supervised<Service>> {
  const ended = new AbortController()
  let service = await start()

  async function keep(): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = nextPauseMs(pauseMs)) {
      const since = performance.now()
      void endWhenSilent(service, log, watchdog)
      const how = await service.exited
      if (ended.signal.aborted) return
      if (performance.now() - since > healthyAfterMs) pauseMs = firstPauseMs
      log(`${service.name} ended (${describeExit(how)}): starting it again in ${pauseMs} ms`)
      await pause(pauseMs)
      await restart()
    }
  }

  async function restart(): Promise<void> {
    for (let pauseMs = firstPauseMs; !ended.signal.aborted; pauseMs = nextPauseMs(pauseMs)) {
      try {
        service = await start()
        return log(`${service.name} runs again (pid ${service.pid})`)
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
      await service.stop() // the one that was being started meanwhile
    },
  }
}
