import { closeSync, fstatSync, openSync, readSync, renameSync } from 'node:fs'

const linesShown = 8
/** A service that ran for months may have a huge log. */
const bytesRead = 16 * 1024

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
  const lines = readEnd(path).trimEnd() || '(nothing)'
  const shown = lines.split('\n').slice(-linesShown)
  return `The end of ${path}:\n${shown.map(line => `    ${line}`).join('\n')}`
}

function readEnd(path: string): string {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const end = Buffer.alloc(bytesRead)
    const from = Math.max(0, fstatSync(file).size - bytesRead)
    return end.toString('utf8', 0, readSync(file, end, 0, bytesRead, from))
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
