import { setTimeout as delay } from 'node:timers/promises'
import { base32, timeOf } from '@posthorn/core'
import type { Db } from '@posthorn/db'

/** What the reader sees is at most so much older than it says, and its own query. */
const lookEveryMs = 1
/** What is not seen by then is missing in the end. */
const lookBackMs = 60_000

/**
 * Asks over and over for what has become visible in a channel since it asked last. When it is closed it resolves to how
 * old each post was when it was seen, in milliseconds.
 */
export async function openReader(db: Db, channel: string) {
  const { id: channelId } = await db.channel.findFirstOrThrow({ where: { name: channel } })
  const agesMs: number[] = []
  let open = true
  let snapshot = await currentSnapshot(db)
  const look = async () => {
    const found = await visibleSince(db, channelId, snapshot)
    const nowMs = Date.now()
    agesMs.push(...found.ids.map(id => nowMs - timeOf(id)))
    snapshot = found.snapshot
  }
  const reading = (async () => {
    for (; open; await delay(lookEveryMs)) await look()
    await look()
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

async function visibleSince(db: Db, channelId: string, before: string) {
  const from = base32(Date.now() - lookBackMs, 10)
  const [found] = await db.$queryRaw<{ snapshot: string; ids: string[] }[]>`
    SELECT pg_current_snapshot()::text AS snapshot, array(
      SELECT id FROM posts WHERE channel_id = ${channelId} AND id > ${from}
        AND NOT pg_visible_in_snapshot(xmin::text::xid8, ${before}::pg_snapshot)) AS ids`
  if (!found) throw new Error('a query without a row')
  return found
}
