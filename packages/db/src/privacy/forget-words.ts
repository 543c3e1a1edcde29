import { idLength } from '@posthorn/core'
import {
  addPlaces,
  batchesPerBlock,
  bitmapBatch,
  bitmapOf,
  mergedBatch,
  noPlaces,
  placesPerBatch,
  without,
} from '../search/places.js'
import { systemUserId } from '../users/system-user.js'
import { erasedText } from './erased-text.js'
import type { Pool } from './export-data.js'

/** The places in a block whose posts were erased or no longer exist, as one list. */
const deadPlaces = `
  SELECT coalesce(string_agg(place, ''::bytea), ''::bytea) AS dead FROM (
    SELECT substring(int4send((batch % ${batchesPerBlock}) * ${placesPerBatch} + at) FROM 3) AS place,
      convert_from(substring(ids FROM at * ${idLength} + 1 FOR ${idLength}), 'UTF8') AS id
    FROM search_batches, generate_series(0, octet_length(ids) / ${idLength} - 1) at
    WHERE batch >= $1::int * ${batchesPerBlock} AND batch < ($1::int + 1) * ${batchesPerBlock}
  ) placed LEFT JOIN posts USING (id)
  WHERE posts.id IS NULL OR (posts.user_id = $2 AND posts.message = $3)`

/** Rows that one statement changes. It takes less than a second. */
const wordsAtOnce = 20_000

const forgetting = `
  WITH dead AS MATERIALIZED (
    SELECT substring($2::bytea FROM at * 2 + 1 FOR 2) AS place FROM generate_series(0, octet_length($2::bytea) / 2 - 1) at
  ), changed AS MATERIALIZED (
    SELECT term, batch, string_agg(place, ''::bytea ORDER BY at) FILTER (WHERE NOT is_dead) AS left_over FROM (
      SELECT term, batch, at, substring(places FROM at * 2 + 1 FOR 2) AS place,
        substring(places FROM at * 2 + 1 FOR 2) IN (SELECT place FROM dead) AS is_dead
      FROM search_words, generate_series(0, octet_length(places) / 2 - 1) at
      WHERE block = $1::int AND batch >= ${mergedBatch} AND term > $3 AND ($4::text IS NULL OR term <= $4)
    ) each GROUP BY term, batch HAVING bool_or(is_dead)
  ), gone AS (
    DELETE FROM search_words w USING changed c
    WHERE w.block = $1::int AND w.term = c.term AND w.batch = c.batch AND c.left_over IS NULL
  )
  UPDATE search_words w SET places = c.left_over FROM changed c
  WHERE w.block = $1::int AND w.term = c.term AND w.batch = c.batch AND c.left_over IS NOT NULL`

/** Removes the words of posts that were erased or no longer exist from one block of the search index. */
export async function forgetInBlock({ pool }: Pool, block: number): Promise<void> {
  const { rows } = await pool.query<{ dead: Buffer }>(deadPlaces, [block, systemUserId, erasedText])
  const dead = rows[0]?.dead ?? Buffer.alloc(0)
  if (dead.length === 0) return
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last = await lastOfNext({ pool }, block, after)
    await pool.query(forgetting, [block, dead, after, last ?? null])
    after = last
  }
  await forgetInBitmaps({ pool }, block, dead)
}

/** Returns the last of a block's next words, or undefined if these are all. */
async function lastOfNext({ pool }: Pool, block: number, after: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ term: string }>(
    `SELECT term FROM search_words WHERE block = $1::int AND term > $2 ORDER BY term, batch OFFSET ${wordsAtOnce} LIMIT 1`,
    [block, after],
  )
  return rows[0]?.term
}

async function forgetInBitmaps({ pool }: Pool, block: number, dead: Buffer): Promise<void> {
  const isBitmap = `block = $1::int AND batch = ${bitmapBatch}`
  const { rows } = await pool.query<{ term: string; places: Buffer }>(
    `SELECT term, places FROM search_words WHERE ${isBitmap}`,
    [block],
  )
  const gone = noPlaces()
  addPlaces(gone, { batch: mergedBatch, places: dead })
  for (const { term, places } of rows) {
    const set = noPlaces()
    addPlaces(set, { batch: bitmapBatch, places })
    const values = [block, term, bitmapOf(without(set, gone))]
    await pool.query(`UPDATE search_words SET places = $3 WHERE ${isBitmap} AND term = $2`, values)
  }
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
