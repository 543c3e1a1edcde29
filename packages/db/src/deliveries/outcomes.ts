import type { Settled } from '@posthorn/core'
import type { Db } from '../connection/open.js'

/** What became of these deliveries, as it was recorded first; those that are still on their way are left out. */
export async function findOutcomes(db: Db, ids: string[]): Promise<Settled[]> {
  return db.$queryRaw<Settled[]>`
    SELECT id, outcome, reason, detail, channel_id AS "channelId", post_count AS "postCount"
    FROM deliveries WHERE id = ANY(${ids}::text[])`
}
