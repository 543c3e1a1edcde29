import type { Output } from './output.js'

const barWidth = 30

/** Returns a function that draws a bar on a terminal. Elsewhere, and with `--quiet`, nothing is drawn. */
export function openProgress({ stderr, isQuiet }: Output, noun: string) {
  const isDrawn = stderr.isTTY === true && !isQuiet
  return (done: number, total: number) => {
    if (!isDrawn) return
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░')
    stderr.write(`\r${bar} ${done} of ${total} ${noun}${share === 1 ? '\n' : ''}`)
  }
}
