import closeWithGrace from 'close-with-grace'
import type { Log } from './log.js'

/** Anything that is closed at shutdown. */
export type Closable = { close: () => Promise<unknown> }

const usualDeadlineMs = 25_000

/**
 * On SIGTERM, SIGINT or an uncaught error, closes the parts one after another in the order given, and exits. If closing one
 * part fails, the next is closed all the same. After 25 s (orchestrators kill after 30), or on a second signal, the process
 * exits immediately.
 */
export function closeOnSignal(
  parts: (Closable | undefined)[],
  log: Log,
  deadlineMs = usualDeadlineMs,
): { close: () => void } {
  const onTimeout = (ms: number) =>
    log.error({ after_ms: ms }, 'shutdown timed out: exiting before everything was finished')
  return closeWithGrace({ delay: deadlineMs, logger: false, onTimeout }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an unexpected error')
    else log.info({ signal }, 'stopping')
    for (const part of parts) await part?.close().catch(error => log.warn({ err: error }, 'closing failed'))
    log.info('stopped')
  })
}
