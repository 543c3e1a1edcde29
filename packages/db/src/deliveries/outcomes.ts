import type { Settled } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

/** Returns the first recorded outcomes of these deliveries. Omits unsettled ones. */
export async function findOutcomes(db: Db, ids: string[]): Promise<Settled[]> {
  const { rows } = await db.pool.query<Omit<Settled, 'postId'> & { postId: string | null }>({
    name: 'outcomes',
    text: outcomes,
    values: [textArray(ids)],
  })
  return rows.map(({ postId, ...settled }) => (postId === null ? settled : { ...settled, postId }))
}

const outcomes = `
  SELECT id, outcome, reason, detail, channel_id AS "channelId", post_count AS "postCount", post_id AS "postId"
  FROM deliveries WHERE id = ANY($1::text[])`
