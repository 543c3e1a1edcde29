import { batchSize, cost } from './costs.js'

/** How many batches a worker has in progress: while one waits for Postgres, the other is rendered. */
const batchesAtOnce = 2
/** A batch asks twice: what its hooks and channels are, and to record it. */
const roundTrips = 2
const simulatedMs = 60_000

/** Serves one batch after the other. */
type Server = { freeAtMs: number }

/** Returns when work that begins to wait at `nowMs` is done. */
function serve(server: Server, nowMs: number, takesMs: number): number {
  server.freeAtMs = Math.max(server.freeAtMs, nowMs) + takesMs
  return server.freeAtMs
}

/**
 * Simulates workers with a full queue, event by event, and returns posts per second. A worker has one core. Postgres records one
 * batch at a time, because batches of the same channels lock the same rows. The network only delays.
 * @param roundTripMs the network between workers and Postgres, both ways
 */
export function postsPerSecond(workers: number, roundTripMs: number): number {
  const postgres: Server = { freeAtMs: 0 }
  const cores = Array.from({ length: workers }, (): Server => ({ freeAtMs: 0 }))
  const slots = cores.flatMap(core =>
    Array.from({ length: batchesAtOnce }, () => ({ core, atMs: 0, asks: 0 })),
  )
  let recorded = 0
  for (;;) {
    const slot = slots.reduce((first, each) => (each.atMs < first.atMs ? each : first))
    if (slot.atMs > simulatedMs) return (recorded * batchSize * 1000) / simulatedMs
    slot.asks = (slot.asks % roundTrips) + 1
    const rendered = serve(slot.core, slot.atMs, (batchSize * cost.workers) / roundTrips)
    if (slot.asks < roundTrips) slot.atMs = rendered + roundTripMs
    else {
      slot.atMs = serve(postgres, rendered + roundTripMs / 2, batchSize * cost.Postgres) + roundTripMs / 2
      if (slot.atMs <= simulatedMs) recorded++
    }
  }
}
