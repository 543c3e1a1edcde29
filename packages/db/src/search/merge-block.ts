import type { Db } from '../connection/open.js'
import { addPlaces, bitmapBatch, bitmapBytes, bitmapOf, mergedBatch, noPlaces } from './places.js'

/**
 * Merges the rows of each term in one block before `current` that is not merged yet, which takes a third of the space. Moves them
 * from the child search_fresh_words to search_words, so that its index is written from left to right.
 * @returns whether there was one
 */
export async function mergeBlock(db: Db, current: number): Promise<boolean> {
  const { rows } = await db.pool.query<{ block: number }>({
    name: 'merge block',
    text: `WITH next AS (
        SELECT block FROM search_blocks WHERE NOT is_merged AND block < $1::int ORDER BY block LIMIT 1 FOR UPDATE
      ),
      gone AS (
        DELETE FROM search_words USING next WHERE search_words.block = next.block
        RETURNING search_words.block, term, batch, places
      ),
      merged AS (
        INSERT INTO search_words (block, term, batch, places)
        SELECT block, term, ${mergedBatch}, string_agg(places, ''::bytea ORDER BY batch) FROM gone
        GROUP BY block, term ORDER BY block, term COLLATE "C"
      )
      UPDATE search_blocks SET is_merged = true FROM next WHERE search_blocks.block = next.block
      RETURNING search_blocks.block`,
    values: [current],
  })
  const [merged] = rows
  if (merged) await shorten(db, merged.block)
  return merged !== undefined
}

/** Replaces long lists of places by bitmaps, which have the same length for any number of places. */
async function shorten(db: Db, block: number): Promise<void> {
  const { rows } = await db.pool.query<{ term: string; places: Buffer }>(
    `SELECT term, places FROM search_words
    WHERE block = $1::int AND batch = ${mergedBatch} AND octet_length(places) > ${bitmapBytes}`,
    [block],
  )
  for (const { term, places } of rows) {
    const set = noPlaces()
    addPlaces(set, { batch: mergedBatch, places })
    await db.pool.query({
      name: 'shorten places',
      text: `UPDATE search_words SET batch = ${bitmapBatch}, places = $3
        WHERE block = $1::int AND term = $2 AND batch = ${mergedBatch}`,
      values: [block, term, bitmapOf(set)],
    })
  }
}
