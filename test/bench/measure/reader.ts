import { setTimeout as delay } from 'node:timers/promises'
import { base32, timeOf } from '@posthorn/core'
import type { Db } from '@posthorn/db'

/** The most that a post's age can be off, plus the reader's own query. Shorter intervals take a third of a core. */
const lookEveryMs = 4
/** How far back each query looks. Longer ranges take a core from the measured processes. */
const lookBackMs = 2000
/** How far back the last query looks, for late posts. Posts that it does not find are missing. */
const lastLookBackMs = 60_000

/**
 * Queries repeatedly for posts that became visible in a channel since the last query. When closed, it resolves to the age of
 * each post when it was seen, in milliseconds.
 */
export async function openReader(db: Db, channel: string) {
  const { id: channelId } = await db.channel.findFirstOrThrow({ where: { name: channel } })
  const agesMs: number[] = []
  let open = true
  let snapshot = await currentSnapshot(db)
  const seen = new Set<string>()
  const look = async (backMs: number) => {
    const found = await visibleSince(db, channelId, backMs, snapshot)
    const nowMs = Date.now()
    const fresh = found.ids.filter(id => !seen.has(id))
    for (const id of fresh) seen.add(id)
    agesMs.push(...fresh.map(id => nowMs - timeOf(id)))
    return found.snapshot
  }
  const reading = (async () => {
    const first = snapshot
    for (; open; await delay(lookEveryMs)) snapshot = await look(lookBackMs)
    snapshot = first
    await look(lastLookBackMs)
    return agesMs
  })()
  const close = () => {
    open = false
    return reading
  }
  return { close }
}

async function currentSnapshot(db: Db): Promise<string> {
  const [first] = await db.$queryRaw<{ snapshot: string }[]>`SELECT pg_current_snapshot()::text AS snapshot`
  return first?.snapshot ?? ''
}

async function visibleSince(db: Db, channelId: string, backMs: number, before: string) {
  const from = base32(Date.now() - backMs, 10)
  const [found] = await db.$queryRaw<{ snapshot: string; ids: string[] }[]>`
    SELECT pg_current_snapshot()::text AS snapshot, array(
      SELECT id FROM posts WHERE channel_id = ${channelId} AND id > ${from}
        AND NOT pg_visible_in_snapshot(xmin::text::xid8, ${before}::pg_snapshot)) AS ids`
  if (!found) throw new Error('a query without a row')
  return found
}
