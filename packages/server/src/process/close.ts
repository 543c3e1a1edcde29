import closeWithGrace from 'close-with-grace'
import type { Log } from './log.js'

/** Anything that is ended at shutdown. */
export type Closable = { close: () => Promise<unknown> }

const usualDeadlineMs = 25_000

/**
 * On SIGTERM, SIGINT or an uncaught error: close the parts one after another in the order given, then exit. What one
 * part throws does not keep the next from being closed. After 25 s (orchestrators kill at 30), or on a second signal,
 * the process leaves at once.
 */
export function closeOnSignal(
  parts: Closable[],
  log: Log,
  deadlineMs = usualDeadlineMs,
): { close: () => void } {
  const onTimeout = (ms: number) => log.error({ after_ms: ms }, 'not everything could be finished: leaving')
  return closeWithGrace({ delay: deadlineMs, logger: false, onTimeout }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping: an error nobody expected')
    else log.info({ signal }, 'stopping')
    for (const part of parts)
      await part.close().catch(error => log.warn({ err: error }, 'closed with trouble'))
    log.info('stopped')
  })
}
