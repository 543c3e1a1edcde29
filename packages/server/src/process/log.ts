import { stdout } from 'node:process'
import { pino } from 'pino'
import { loggedError } from './redact.js'

export type Log = pino.Logger

// When nobody reads the log any more, what it would say is lost: no reason to end.
stdout.on('error', () => {})

/**
 * The process's log: JSON lines on standard output, one a batch or event. What could carry a key or a
 * password is cut out here once more, although nothing should log it.
 */
export function openLog(process: string, level: string): Log {
  const redact = [
    'key',
    'token',
    'password',
    'url',
    '*.key',
    '*.token',
    '*.password',
    '*.authorization',
    '*.cookie',
    '*.url',
  ]
  // Node's stream, for at exit pino's own tries for ever to write its last lines to a reader that is gone.
  return pino({ level, base: { process }, redact, serializers: { err: loggedError } }, stdout)
}
