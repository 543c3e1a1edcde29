import { base32 } from '@posthorn/core'
import type { QueryResult } from 'pg'
import { isLockTimeout } from '../connection/errors.js'
import { type Db, dbTimeMs } from '../connection/open.js'
import { isLateSql, readIndex, type SearchIndex, type Segment, segmentSql, vectorSql } from './segments.js'

/**
 * A post is indexed when it is this old. If it appears later, it is in the index posts_late_idx, because it was then written over
 * 60 s after it was accepted. The rest is for its transaction to commit.
 */
const settledAfterMs = 75_000

/** Changes are followed when they are this old, so that all earlier ones have been committed. */
const changesAfterMs = 20_000
const changesAtOnce = 1024

const isSearchable = `delete_at = 0 AND original_id = '' AND NOT starts_with(type, 'system_')`

/** In posts. A search takes longer in more segments, so small neighbours are merged once they have enough together. */
export const segmentSizes = { newest: 8192, oldest: 65_536, merged: [65_536, 524_288] }

const buildWithinMs = 600_000

/** No vacuum for new rows and no statistics, which nothing needs: a build would wait for them. Deleted rows are still vacuumed. */
const storage =
  'parallel_workers = 0, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 2000000000'

/**
 * Waits for deletions, which lock this table first, and makes further ones wait. Searches do not lock it. Without `ONLY`, a vacuum of
 * any segment would be in the way.
 */
const lockOutDeletions = `SET LOCAL lock_timeout = '10s'; LOCK ONLY search_vectors IN SHARE ROW EXCLUSIVE MODE; SET LOCAL lock_timeout = '1s'`

/**
 * Takes the next step of the index: follows changes, merges segments, adds new posts, or else the newest of those that are older
 * than the index. Each step is one transaction. Of two processes that do so at once, one does nothing or fails.
 * @returns whether there was one; false if too few posts wait
 */
export async function indexPosts(db: Db, sizes = segmentSizes): Promise<boolean> {
  const index = await readIndex(db)
  const nowMs = Math.floor(await dbTimeMs(db))
  if (await followChanges(db, nowMs - changesAfterMs)) return true
  const small = smallOf(index.segments, sizes.merged)
  if (await areFree(db, small)) return build(db, small.at(-1)?.begin, small[0]?.end, small)
  const { newer, older, before } = await nextPosts(db, index, base32(nowMs - settledAfterMs, 10), sizes)
  return newer !== null ? build(db, index.end, newer) : before !== '' && build(db, older, before)
}

/**
 * Indexes changed posts again. Changes at the same time stay together. Does nothing while another process builds a segment. Posts that
 * are being deleted would get their words back, so this waits for deletions.
 * @returns whether more may wait
 */
async function followChanges(db: Db, untilMs: number): Promise<boolean> {
  const text = `${lockOutDeletions};
    WITH ${segmentSql},
      indexed AS MATERIALIZED (SELECT min(begin) AS begin, max("end") AS end FROM segment),
      progress AS MATERIALIZED (SELECT up_to FROM search_changes WHERE id = 1 FOR UPDATE SKIP LOCKED),
      found AS MATERIALIZED (
        SELECT changed.* FROM progress, indexed, channels CROSS JOIN LATERAL (
          SELECT id, update_at FROM posts
          WHERE channel_id = channels.id AND update_at > progress.up_to AND update_at <= ${untilMs} AND ${isLateSql}
            AND delete_at = 0 AND id >= indexed.begin AND id < indexed.end
          ORDER BY update_at FETCH FIRST ${changesAtOnce} ROWS WITH TIES
        ) changed ORDER BY update_at FETCH FIRST ${changesAtOnce} ROWS WITH TIES
      ),
      reached AS MATERIALIZED (
        SELECT count(*)::int AS changes, CASE WHEN count(*) < ${changesAtOnce} THEN ${untilMs} ELSE max(update_at) END AS up_to FROM found
      ),
      added AS (
        INSERT INTO search_vectors (id, vector) SELECT id, ${vectorSql} FROM found JOIN posts USING (id) WHERE ${isSearchable}
        ON CONFLICT (id) DO UPDATE SET vector = excluded.vector
      )
      UPDATE search_changes SET up_to = reached.up_to FROM reached, progress
      WHERE id = 1 AND reached.up_to > progress.up_to + CASE WHEN changes > 0 THEN 0 ELSE 60000 END RETURNING changes`
  const results = (await db.pool.query(text)) as unknown as QueryResult<{ changes: number }>[]
  return (results.at(-1)?.rows[0]?.changes ?? 0) >= changesAtOnce
}

/** Returns neighbours to merge, newest first. Segments become small when their posts are deleted. */
function smallOf(segments: Segment[], merged: number[]): Segment[] {
  if (segments.length > 1 && segments.at(-1)?.posts === 0) return segments.slice(-2)
  for (const enough of merged) {
    let small: Segment[] = []
    for (const segment of segments) {
      small = segment.posts < enough / 2 ? [...small, segment] : []
      if (small.reduce((sum, { posts }) => sum + posts, 0) >= enough) return small
    }
  }
  return []
}

/** Returns whether there are segments that can be dropped now, locked as by a deletion. `pg_dump` reads them for as long as it runs. */
async function areFree(db: Db, segments: Segment[]): Promise<boolean> {
  if (segments.length === 0) return false
  const names = segments.map(({ name }) => `"${name}"`).toReversed()
  return db.pool.query(`SET LOCAL lock_timeout = '1s'; LOCK ${names.join()}`).then(
    () => true,
    error => (isLockTimeout(error) ? false : Promise.reject(error)),
  )
}

/** Returns the end of the next new posts, or null if too few wait, and the begin and end of the next posts before the index. */
async function nextPosts(db: Db, { begin, end }: SearchIndex, settled: string, sizes: typeof segmentSizes) {
  const before = begin < settled ? begin : settled
  const { rows } = await db.pool.query<{ newer: string | null; older: string }>(
    `SELECT (SELECT id FROM posts WHERE id >= $1 AND id < $2 ORDER BY id OFFSET $3::int LIMIT 1) AS newer,
      coalesce((SELECT id FROM posts WHERE id < $4 ORDER BY id DESC OFFSET $5::int - 1 LIMIT 1), '') AS older`,
    [end, settled, sizes.newest, before, sizes.oldest],
  )
  return { newer: null, older: '', ...rows[0], before }
}

/**
 * Builds a segment from posts, or from segments that it replaces. Leaves out posts that were deleted or changed meanwhile. Later
 * deletions wait for the lock and then see the segment, and `followChanges` adds changed posts again.
 */
async function build(db: Db, begin = '', end = '~', replaced: Segment[] = []): Promise<true> {
  const name = `"vectors_${begin}_${end}"`
  const isIn = (id: string) => `${id} >= '${begin}' AND ${id} < '${end}'`
  const vectors =
    replaced.length > 0
      ? `vector FROM search_vectors WHERE ${isIn('id')}`
      : `${vectorSql} FROM posts WHERE ${isIn('id')} AND ${isSearchable}`
  const statements = [
    `SET LOCAL lock_timeout = '1s'`,
    'SELECT FROM search_changes WHERE id = 1 FOR UPDATE',
    `CREATE TABLE ${name} (LIKE search_vectors, CHECK (${isIn('id')})) WITH (${storage})`,
    `INSERT INTO ${name} SELECT id, ${vectors} ORDER BY id`,
    `ALTER TABLE ${name} ADD PRIMARY KEY (id)`,
    `CREATE INDEX ON ${name} USING gin (vector) WITH (fastupdate = off)`,
    lockOutDeletions,
    `DELETE FROM ${name} built WHERE NOT EXISTS (
      SELECT FROM posts WHERE posts.id = built.id AND ${isIn('posts.id')} AND delete_at = 0
        AND NOT (${isLateSql} AND update_at > (SELECT up_to FROM search_changes)))`,
    ...replaced.map(old => `DROP TABLE "${old.name}"`),
    `ALTER TABLE search_vectors ATTACH PARTITION ${name} FOR VALUES FROM ('${begin}') TO ('${end}')`,
  ]
  await db.pool.query({ text: statements.join(';\n'), query_timeout: buildWithinMs } as never)
  return true
}
