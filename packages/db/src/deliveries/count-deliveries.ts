import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { bounded, hasText, type IdRange, inRange, notReplayed } from './filter.js'

/** Deliveries that a count examines when it searches for text. */
const countBounds = { deliveries: 9000, bytes: 64 * 1024 * 1024 }

export type CountedDeliveries = { count: number; isWhole: boolean }

/** Counts a hook's deliveries, up to `most`. Optionally, counts only those not replayed yet. */
export async function countDeliveries(
  db: Db,
  range: IdRange,
  { most, replayable }: { most: number; replayable: boolean },
): Promise<CountedDeliveries> {
  const where = replayable ? Prisma.sql`${inRange(range)} AND ${notReplayed}` : inRange(range)
  if (range.text) return countText(db, where, range.text, most)
  // without an order, the planner may read the days from their beginning until it finds deliveries of this hook
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT FROM deliveries d WHERE ${where} ORDER BY d.id DESC LIMIT ${most + 1}) counted`
  return atMost(most, row?.count ?? 0)
}

async function countText(db: Db, where: Prisma.Sql, text: string, most: number): Promise<CountedDeliveries> {
  const [row] = await db.$queryRaw<{ found: number; looked: number; there: number }[]>`
    SELECT count(*) FILTER (WHERE ${hasText(text)})::int AS found, count(*)::int AS looked,
      (SELECT count(*)::int FROM (SELECT FROM deliveries d WHERE ${where} ORDER BY id DESC LIMIT ${countBounds.deliveries + 1}) there) AS there
    FROM ${bounded(where, true, countBounds)}`
  const { found = 0, looked = 0, there = 0 } = row ?? {}
  const { count, isWhole } = atMost(most, found)
  return { count, isWhole: isWhole && looked === there }
}

function atMost(most: number, count: number): CountedDeliveries {
  return { count: Math.min(count, most), isWhole: count <= most }
}
