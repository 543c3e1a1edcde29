import { openSync, readFileSync, renameSync } from 'node:fs'

const linesShown = 8

/** Opens a new log file and returns its descriptor. Keeps the previous one as `….1`, because it may say why a service died. */
export function openLogFile(path: string): number {
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // there is none at the first start
  }
  return openSync(path, 'a', 0o600)
}

/** Returns the last lines of a log, indented, for an error message. */
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
