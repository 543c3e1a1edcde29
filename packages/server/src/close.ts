import closeWithGrace from 'close-with-grace'
import type { Log } from './log.js'

/** Anything that is ended at shutdown. */
export type Closable = { close: () => Promise<unknown> }

const deadlineMs = 25_000

/**
 * On SIGTERM, SIGINT or an uncaught error: close the parts one after another in the order given, then exit. After
 * 25 s (orchestrators kill at 30), or on a second signal, the process leaves at once.
 */
export function closeOnSignal(parts: Closable[], log: Log): { close: () => void } {
  return closeWithGrace({ delay: deadlineMs, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping: an error nobody expected')
    else log.info({ signal }, 'stopping')
    for (const part of parts) await part.close()
    log.info('stopped')
  })
}
