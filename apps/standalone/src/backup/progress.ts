import { inMebibytes } from './report.js'

const betweenDrawingsMs = 200
const clearLine = '\r\u001b[K'

export type ByteProgress = ReturnType<typeof openByteProgress>

/** Shows on a terminal how much was written or read. `print` prints a line above. Elsewhere, nothing is drawn. */
export function openByteProgress(
  stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  nowMs = () => performance.now(),
) {
  let [bytes, drawnAt, total] = [0, 0, 0]
  const add = (count: number) => {
    bytes += count
    if (!stderr.isTTY || nowMs() - drawnAt < betweenDrawingsMs) return
    drawnAt = nowMs()
    stderr.write(`${clearLine}${howFar(bytes, total)} …`)
  }
  return {
    add,
    /** Begins again, with a known total in bytes. */
    expect: (wanted: number) => {
      ;[bytes, total] = [0, wanted]
    },
    print: (line: string) => {
      if (stderr.isTTY) stderr.write(clearLine)
      console.log(line)
    },
  }
}

/** The total may be an estimate, so it is never passed. */
function howFar(bytes: number, total: number): string {
  if (total === 0) return inMebibytes(bytes)
  const done = Math.min(bytes, total)
  return `${Math.floor((100 * done) / total)} %, ${inMebibytes(done)} of ${inMebibytes(total)}`
}
