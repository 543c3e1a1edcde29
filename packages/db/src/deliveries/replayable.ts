import type { Outcome } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { bounded, hasText, type IdRange, inRange, notReplayed } from './filter.js'

/** A delivery that was not replayed since, nor its original. */
export type Replayable = {
  id: string
  original: string
  payload: string
  restrictedTo: string | null
  change: string | null
  target: string | null
  format: string | null
}

/** `lookedAtUpTo`: where the next page continues. Undefined at the end of the range. */
export type ReplayablePage = { deliveries: Replayable[]; lookedAtUpTo: string | undefined }

const pageBounds = { deliveries: 500, bytes: 8 * 1024 * 1024 }

/** Returns the next matching deliveries of a hook that have not been replayed, oldest first. */
export async function replayablePage(db: Db, range: IdRange): Promise<ReplayablePage> {
  const where = Prisma.sql`${inRange(range)} AND ${notReplayed}`
  const looked = await db.$queryRaw<(Replayable & { matches: boolean })[]>`
    SELECT id, original, restricted_to AS "restrictedTo", change, target, format, CASE WHEN matches THEN payload END AS payload, matches FROM (
      SELECT d.*, ${hasText(range.text)} AS matches FROM ${bounded(where, false, pageBounds)}
    ) d ORDER BY id`
  const deliveries = looked.flatMap(({ matches, ...delivery }) => (matches ? [delivery] : []))
  return { deliveries, lookedAtUpTo: looked.at(-1)?.id }
}

/** Returns the current outcomes of a replay's deliveries, which carry its ID as their request ID. */
export async function outcomesOfReplay(
  db: Db,
  { hookId, replayId, first, end }: { hookId: string; replayId: string; first: string; end: string },
): Promise<Record<Outcome, number>> {
  const rows = await db.$queryRaw<{ outcome: Outcome; count: number }[]>`
    SELECT outcome, count(*)::int AS count FROM deliveries
    WHERE hook_id = ${hookId} AND id >= ${first} AND id < ${end} AND request_id = ${replayId} AND replay_of IS NOT NULL
    GROUP BY outcome`
  const counts = { posted: 0, replied: 0, updated: 0, collapsed: 0, superseded: 0, skipped: 0, rejected: 0 }
  for (const { outcome, count } of rows) counts[outcome] = count
  return counts
}
