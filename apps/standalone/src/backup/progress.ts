import { inMebibytes } from './report.js'

const betweenDrawingsMs = 200
const clearLine = '\r\u001b[K'

export type ByteProgress = ReturnType<typeof openByteProgress>

/** Shows on a terminal how much was written or read. `print` prints a line above. Elsewhere, nothing is drawn. */
export function openByteProgress(stderr: NodeJS.WriteStream = process.stderr) {
  let [bytes, drawnAt, total] = [0, 0, 0]
  const add = (count: number) => {
    bytes += count
    if (!stderr.isTTY || performance.now() - drawnAt < betweenDrawingsMs) return
    drawnAt = performance.now()
    stderr.write(`${clearLine}${inMebibytes(bytes)}${total > 0 ? ` of ${inMebibytes(total)}` : ''} …`)
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
