import type { Settled } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/text-array.js'

/** Returns the first recorded outcomes of these deliveries. Omits unsettled ones. */
export async function findOutcomes(db: Db, ids: string[]): Promise<Settled[]> {
  const { rows } = await db.pool.query<Settled>({
    name: 'outcomes',
    text: outcomes,
    values: [textArray(ids)],
  })
  return rows
}

const outcomes = `
  SELECT id, outcome, reason, detail, channel_id AS "channelId", post_count AS "postCount"
  FROM deliveries WHERE id = ANY($1::text[])`
