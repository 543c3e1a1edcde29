import { idLength } from '@posthorn/core'
import { batchesPerBlock, mergedBatch, placesPerBatch } from '../search/places.js'
import { systemUserId } from '../users/system-user.js'
import { erasedText } from './erased-text.js'
import type { Pool } from './read-rows.js'

/**
 * Removes the words of erased posts from one block of the search index. Bitmaps are of words that thousands of other posts have,
 * so they stay.
 */
const forgetting = `
  WITH dead AS MATERIALIZED (
    SELECT DISTINCT place FROM (
      SELECT substring(int4send((batch % ${batchesPerBlock}) * ${placesPerBatch} + at) FROM 3) AS place,
        convert_from(substring(ids FROM at * ${idLength} + 1 FOR ${idLength}), 'UTF8') AS id
      FROM search_batches, generate_series(0, octet_length(ids) / ${idLength} - 1) at
      WHERE batch >= $1::int * ${batchesPerBlock} AND batch < ($1::int + 1) * ${batchesPerBlock}
    ) placed LEFT JOIN posts USING (id)
    WHERE posts.id IS NULL OR (posts.user_id = $2 AND posts.message = $3)
  ), changed AS MATERIALIZED (
    SELECT term, batch, string_agg(place, ''::bytea ORDER BY at) FILTER (WHERE NOT is_dead) AS left_over FROM (
      SELECT term, batch, at, substring(places FROM at * 2 + 1 FOR 2) AS place,
        substring(places FROM at * 2 + 1 FOR 2) IN (SELECT place FROM dead) AS is_dead
      FROM search_words, generate_series(0, octet_length(places) / 2 - 1) at
      WHERE block = $1::int AND batch >= ${mergedBatch} AND EXISTS (SELECT FROM dead)
    ) each GROUP BY term, batch HAVING bool_or(is_dead)
  ), gone AS (
    DELETE FROM search_words w USING changed c
    WHERE w.block = $1::int AND w.term = c.term AND w.batch = c.batch AND c.left_over IS NULL
  )
  UPDATE search_words w SET places = c.left_over FROM changed c
  WHERE w.block = $1::int AND w.term = c.term AND w.batch = c.batch AND c.left_over IS NOT NULL`

async function forgetInBlock({ pool }: Pool, block: number): Promise<void> {
  await pool.query(forgetting, [block, systemUserId, erasedText])
}

/** Removes the words of erased posts from the next block after this one. @returns the block, or undefined at the end */
export async function forgetWords(db: Pool, after: string): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ block: number }>(
    'SELECT block FROM search_blocks WHERE block > $1::int ORDER BY block LIMIT 1',
    [after === '' ? -1 : Number(after)],
  )
  const [next] = rows
  if (next) await forgetInBlock(db, next.block)
  return next && String(next.block)
}

/** The same for the blocks that may have posts between two IDs. */
export async function forgetWordsBetween(
  db: Pool,
  { after, end }: { after: string; end: string },
): Promise<void> {
  const { rows } = await db.pool.query<{ block: number }>(
    'SELECT block FROM search_blocks WHERE min_id <= $1 AND max_id >= $2',
    [end, after],
  )
  for (const { block } of rows) await forgetInBlock(db, block)
}
