import { setTimeout as delay } from 'node:timers/promises'
import { base32, timeOf } from '@posthorn/core'
import type { Db } from '@posthorn/db'
import { assertPosted, forget, type Rig } from './rig.js'
import { quantile } from './table.js'

const seconds = 15
const warmUpSeconds = 3
const sampledChannel = 'builds'
/** What the reader sees is at most so much older than it says, and its own query. */
const lookEveryMs = 1
/** What is not seen by then is missing in the end, and the run fails. */
const lookBackMs = 60_000

/** Milliseconds. */
export type Latency = { p50: number; p99: number }

/**
 * From the millisecond in a delivery's id until a reader, who asks Postgres all the time, sees its post: one delivery
 * in twenty is looked for.
 */
export async function acceptToReadable(rig: Rig, callsPerSecond: number, run: string): Promise<Latency> {
  await forget(rig.db)
  const [ingress, workers] = await Promise.all([rig.ingress('limited'), rig.workers(2)])
  const [warmUpCalls, calls] = [callsPerSecond * warmUpSeconds, callsPerSecond * seconds]
  try {
    await rig.sendPaced(ingress.url, callsPerSecond, warmUpCalls, `${run}-warm`, 'off-topic')
    await assertPosted(rig.db, `${run}-warm`, warmUpCalls, 0)
    const reader = await openReader(rig.db)
    const samples = await rig.sendPaced(ingress.url, callsPerSecond, calls, run, sampledChannel)
    await assertPosted(rig.db, run, calls, warmUpCalls)
    const seen = await reader.close()
    if (seen.length !== samples) throw new Error(`run ${run}: ${seen.length} of ${samples} samples were read`)
    return { p50: quantile(seen, 0.5), p99: quantile(seen, 0.99) }
  } finally {
    await Promise.all([ingress.stop(), workers.stop()])
  }
}

/** Asks over and over for what has become visible since it asked last; in the end, how old each was when it was seen. */
async function openReader(db: Db) {
  const { id: channelId } = await db.channel.findFirstOrThrow({ where: { name: sampledChannel } })
  const look = async (before: string) => {
    const from = base32(Date.now() - lookBackMs, 10)
    const [found] = await db.$queryRaw<{ snapshot: string; ids: string[] }[]>`
      SELECT pg_current_snapshot()::text AS snapshot, array(
        SELECT id FROM posts WHERE channel_id = ${channelId} AND id > ${from}
          AND NOT pg_visible_in_snapshot(xmin::text::xid8, ${before}::pg_snapshot)) AS ids`
    if (!found) throw new Error('a query without a row')
    return found
  }
  const [first] = await db.$queryRaw<{ snapshot: string }[]>`SELECT pg_current_snapshot()::text AS snapshot`
  const agesMs: number[] = []
  let open = true
  const reading = (async () => {
    for (let snapshot = first?.snapshot ?? ''; ; await delay(lookEveryMs)) {
      const last = !open
      const found = await look(snapshot)
      const nowMs = Date.now()
      agesMs.push(...found.ids.map(id => nowMs - timeOf(id)))
      snapshot = found.snapshot
      if (last) return agesMs
    }
  })()
  return {
    close: () => {
      open = false
      return reading
    },
  }
}
