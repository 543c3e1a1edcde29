import { base32 } from '@posthorn/core'
import { type Db, dbTimeMs } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { mergeBlock } from './merge-block.js'
import { batchesPerBlock, placesPerBatch } from './places.js'
import { isLateSql, type SearchProgress, searchProgress } from './progress.js'
import { termsSql } from './terms.js'

/**
 * A post is followed by ID when it is this old. If it appears later, it is in the index posts_late_idx, because it was then
 * written over 60 s after it was accepted. The rest is for its transaction to commit.
 */
const settledAfterMs = 75_000

/** Changes are followed when they are this old, so that all earlier ones have been committed. */
const changesAfterMs = 20_000

const changesPerBatch = placesPerBatch / 2

/**
 * Adds the next posts to the index of words: the next batch by ID, with earlier posts that were edited or appeared late.
 * Another process may do the same at the same time; only one of them succeeds.
 * @returns how many posts were followed; 0 if too few wait
 */
export async function indexPosts(db: Db): Promise<number> {
  const progress = await searchProgress(db)
  if (progress.batches > 0 && (await mergeBlock(db, Math.floor(progress.batches / batchesPerBlock)))) return 1
  const nowMs = await dbTimeMs(db)
  const changes = await findChanges(db, progress, nowMs - changesAfterMs)
  const end = base32(Math.floor(nowMs - settledAfterMs), 10)
  // many changes fill batches of their own
  const limit = changes.ids.length < changesPerBatch ? placesPerBatch - changes.ids.length : 0
  const next = await findNext(db, progress.upTo, { end, limit })
  if (next.followed < limit) {
    if (changes.ids.length === 0) await skipChanges(db, progress, changes.upTo)
    return 0
  }
  const batches = inBatches([...changes.ids, ...next.ids])
  for (const [at, ids] of batches.entries()) {
    const isLast = at === batches.length - 1
    const reached = isLast ? { upTo: next.upTo, changesUpTo: changes.upTo } : progress
    const number = progress.batches + at
    if (!(await writeBatch(db, { ids, number, afterId: progress.upTo, ...reached }))) return 0
  }
  return changes.ids.length + next.followed
}

/** There is at least one, because an empty batch also moves on. */
function inBatches(ids: string[]): string[][] {
  const count = Math.max(1, Math.ceil(ids.length / placesPerBatch))
  return Array.from({ length: count }, (_, at) => ids.slice(at * placesPerBatch, (at + 1) * placesPerBatch))
}

/** Finds live posts up to `upTo` that changed until `untilMs`, by ascending ID. Changes at the same time are all found. */
async function findChanges(db: Db, { upTo, changesUpTo }: SearchProgress, untilMs: number) {
  const { rows } = await db.pool.query<{ id: string; at: number }>({
    name: 'changed posts',
    text: `SELECT changed.id, changed.update_at::float8 AS at FROM channels CROSS JOIN LATERAL (
        SELECT id, update_at FROM posts
        WHERE channel_id = channels.id AND update_at > $1::bigint AND update_at <= $2::bigint AND ${isLateSql}
          AND delete_at = 0 AND id <= $3
        ORDER BY update_at FETCH FIRST ${changesPerBatch} ROWS WITH TIES
      ) changed ORDER BY at FETCH FIRST ${changesPerBatch} ROWS WITH TIES`,
    values: [Math.floor(changesUpTo), Math.floor(untilMs), upTo],
  })
  const isAll = rows.length < changesPerBatch
  return {
    ids: rows.map(({ id }) => id).toSorted(),
    upTo: Math.max(changesUpTo, isAll ? Math.floor(untilMs) : (rows.at(-1)?.at ?? 0)),
  }
}

type Next = { ids: string[]; followed: number; upTo: string }

async function findNext(
  db: Db,
  after: string,
  { end, limit }: { end: string; limit: number },
): Promise<Next> {
  const { rows } = await db.pool.query<{ id: string; wanted: boolean }>({
    name: 'next posts',
    text: `SELECT id, delete_at = 0 AND original_id = '' AND NOT starts_with(type, 'system_') AS wanted
      FROM posts WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3::int`,
    values: [after, end, limit],
  })
  const ids = rows.flatMap(({ id, wanted }) => (wanted ? [id] : []))
  return { ids, followed: rows.length, upTo: rows.at(-1)?.id ?? after }
}

/** Moves on if there are no changes, so that a search has less to look through. */
async function skipChanges(db: Db, { batches, changesUpTo }: SearchProgress, upTo: number): Promise<void> {
  const isWorthAWrite = upTo > changesUpTo + 60_000
  if (!isWorthAWrite) return
  await db.pool.query('UPDATE search_progress SET changes_up_to = $1::bigint WHERE id = 1 AND batches = $2', [
    Math.floor(upTo),
    batches,
  ])
}

type Batch = { ids: string[]; number: number; afterId: string; upTo: string; changesUpTo: number }

const firstOf = (texts: string[]) => texts.reduce((one, other) => (one < other ? one : other))

/** @returns whether it was written. Otherwise, another process has written this batch. */
async function writeBatch(db: Db, { ids, number, afterId, upTo, changesUpTo }: Batch): Promise<boolean> {
  const inBlock = number % batchesPerBlock
  const { rows } = await db.pool.query<{ done: number }>({
    name: 'index posts',
    text: indexing,
    values: [
      number,
      upTo,
      Math.floor(changesUpTo),
      textArray(ids),
      inBlock * placesPerBatch,
      Math.floor(number / batchesPerBlock),
      inBlock + 1,
      afterId,
      firstOf([upTo, ...ids]),
      Buffer.from(ids.join('')),
    ],
  })
  return rows[0]?.done === 1
}

const indexing = `
  WITH turn AS (
    UPDATE search_progress SET batches = batches + 1, up_to = $2, changes_up_to = $3::bigint
    WHERE id = 1 AND batches = $1::int RETURNING id
  ),
  said AS (
    SELECT place, term FROM unnest($4::text[]) WITH ORDINALITY AS row (post, at)
    JOIN posts ON posts.id = row.post, LATERAL (SELECT $5::int + at::int - 1 AS place) placed,
    LATERAL (${termsSql()}) terms
  ),
  words AS (
    INSERT INTO search_fresh_words (block, term, batch, places)
    SELECT $6::int, term, $7::smallint, string_agg(substring(int4send(place) FROM 3), ''::bytea ORDER BY place)
    FROM turn, said GROUP BY term ORDER BY term COLLATE "C"
  ),
  batch AS (
    INSERT INTO search_batches (batch, after_id, min_id, ids) SELECT $1::int, $8, $9, $10::bytea FROM turn
  ),
  block AS (
    INSERT INTO search_blocks (block, min_id, max_id) SELECT $6::int, $9, $2 FROM turn
    ON CONFLICT (block) DO UPDATE SET min_id = least(search_blocks.min_id, excluded.min_id),
      max_id = greatest(search_blocks.max_id, excluded.max_id)
  )
  SELECT count(*)::int AS done FROM turn`
