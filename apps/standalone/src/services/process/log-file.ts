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

/** Returns the last lines of a log, indented, for an error message. A full disk leaves none. */
export function endOf(path: string): string {
  const lines = read(path).trimEnd() || '(nothing)'
  const shown = lines.split('\n').slice(-linesShown)
  return `The end of ${path}:\n${shown.map(line => `    ${line}`).join('\n')}`
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
