/** Ctrl-C in a terminal reaches us twice, from the terminal and from npm. Both count as one. */
const sameWishMs = 1_000

/**
 * Calls `stop` at the first SIGINT or SIGTERM, and `leave` at a later one, when somebody has lost patience.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void, leave: () => void): void {
  let first: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (first === undefined) {
        first = now
        stop(signal)
      } else if (now - first > sameWishMs) leave()
    })
  }
}
