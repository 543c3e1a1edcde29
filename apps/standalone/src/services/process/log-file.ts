import { openSync, readFileSync, renameSync } from 'node:fs'

const linesShown = 8

/** Opens a new log file and returns its descriptor. The one before is kept as `….1`: it may say why a service died. */
export function openLogFile(path: string): number {
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // the first start: there is none
  }
  return openSync(path, 'a', 0o600)
}

/** The last lines of a log, indented, for an error message. */
export function lastLines(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    return lines
      .slice(-linesShown)
      .map(line => `    ${line}`)
      .join('\n')
  } catch {
    return '    (nothing)'
  }
}
