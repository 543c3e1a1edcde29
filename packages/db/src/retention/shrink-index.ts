import type { Db } from '../connection/open.js'
import { forgetInBlock } from '../privacy/forget-words.js'
import { batchesPerBlock, placesPerBlock } from '../search/places.js'

type Pool = Pick<Db, 'pool'>

/** Deleted posts for which a block is shrunk at once. With fewer, it is shrunk once a day. */
const manyDeleted = placesPerBlock / 16
const dayMs = 86_400_000

/**
 * Removes the words of deleted posts from the next block of the index that has some, or the whole block if no post is left.
 * @returns whether there was one
 */
export async function shrinkIndex(db: Pool, nowMs: number): Promise<boolean> {
  const { rows } = await db.pool.query<{ block: number }>(
    `SELECT block FROM search_blocks WHERE is_merged AND deleted > 0 AND (deleted >= $1::int OR shrunk_at < $2::bigint)
    ORDER BY block LIMIT 1`,
    [manyDeleted, nowMs - dayMs],
  )
  const [next] = rows
  if (!next) return false
  await forgetInBlock(db, next.block)
  await removeEmpty(db, next.block)
  await db.pool.query('UPDATE search_blocks SET deleted = 0, shrunk_at = $2::bigint WHERE block = $1::int', [
    next.block,
    nowMs,
  ])
  return true
}

/** A block has no words if it has no posts. Only its bitmaps, which are then empty, remain. */
async function removeEmpty({ pool }: Pool, block: number): Promise<void> {
  await pool.query(
    `WITH empty AS MATERIALIZED (
      SELECT $1::int AS block WHERE NOT EXISTS (SELECT FROM search_words WHERE block = $1::int AND batch >= 0)
    ),
    words AS (DELETE FROM search_words USING empty WHERE search_words.block = empty.block),
    batches AS (
      DELETE FROM search_batches USING empty
      WHERE batch >= $1::int * ${batchesPerBlock} AND batch < ($1::int + 1) * ${batchesPerBlock}
    )
    DELETE FROM search_blocks USING empty WHERE search_blocks.block = empty.block`,
    [block],
  )
}
