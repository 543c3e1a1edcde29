import { stdout } from 'node:process'
import { pino } from 'pino'
import { loggedError } from './redact.js'

export type Log = pino.Logger

// If nothing reads the log any more, its lines are lost, but that is no reason to exit.
stdout.on('error', () => {})

/**
 * Opens the process's log: JSON lines on standard output, one per batch or event. Fields that could contain a key or a
 * password are redacted here too, although nothing should log them.
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
  // Node's stream, because at exit pino's own would try forever to write its last lines to a closed pipe.
  return pino({ level, base: { process }, redact, serializers: { err: loggedError } }, stdout)
}
