import type { Db } from '../connection/open.js'

/** How far the index of words got. */
export type SearchProgress = {
  batches: number
  /** Posts up to this ID are in the index, except those that appeared later or were edited since. */
  upTo: string
  /** Of those, the ones that changed up to this time are in the index, too. Milliseconds by Postgres's clock. */
  changesUpTo: number
}

/** IDs in it are from `minId` to `maxId`. Blocks with lower numbers have no ID above their own `maxId`. */
export type SearchBlock = { block: number; minId: string; maxId: string }

/** The condition of the index posts_late_idx: posts that were edited, deleted or written long after they were accepted. */
export const isLateSql = '(update_at > create_at + 60000 OR edit_at > 0 OR delete_at > 0)'

export async function searchProgress({ pool }: Pick<Db, 'pool'>): Promise<SearchProgress> {
  const { rows } = await pool.query<SearchProgress>({
    name: 'search progress',
    text: `SELECT batches, up_to AS "upTo", changes_up_to::float8 AS "changesUpTo" FROM search_progress WHERE id = 1`,
  })
  const [row] = rows
  if (!row) throw new Error('the table search_progress has lost its row')
  return row
}

/** Returns how many posts are not in the index yet, up to `most`. */
export async function countUnindexed(db: Db, most: number): Promise<number> {
  const { rows } = await db.pool.query<{ posts: number }>({
    name: 'unindexed posts',
    text: `SELECT count(*)::int AS posts FROM (
      SELECT FROM posts WHERE id > (SELECT up_to FROM search_progress) ORDER BY id LIMIT $1::int) waiting`,
    values: [most],
  })
  return rows[0]?.posts ?? 0
}
