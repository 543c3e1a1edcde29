import { pino } from 'pino'

export type Log = pino.Logger

/**
 * The process's log: JSON lines on standard output, one a batch or event (style 17). What could carry a key or a
 * password is cut out here once more, although nothing should log it.
 */
export function openLog(process: string, level: string): Log {
  return pino({
    level,
    base: { process },
    redact: [
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
    ],
  })
}
