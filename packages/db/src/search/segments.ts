import { frequentStatements } from '../connection/frequent-statements.js'
import type { Db } from '../connection/open.js'
import { lowerCase } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { type SearchedPart, searchedParts } from './search-terms.js'

const tags: Record<SearchedPart, string[]> = { link: ['<a '], image: ['<img '], code: ['<code', '<pre'] }

/** Returns the SQL of whether a post's HTML has a part. */
export const hasSql = (part: SearchedPart) =>
  `(${tags[part].map(tag => `strpos(html, '${tag}') > 0`).join(' OR ')})`

/** Words of the index that are not in the text begin with a space, which no other word does. */
export const inChannel = (channelId: string) => ` in:${channelId}`
export const fromUser = (userId: string) => ` from:${userId}`
export const having = (part: SearchedPart) => ` has:${part}`

/** The words of a row of `posts`. Postgres splits the text. */
export const vectorSql = `to_tsvector('simple', ${lowerCase('message').sql}) || array_to_tsvector(array_remove(
  ARRAY['${inChannel('')}' || channel_id, '${fromUser('')}' || user_id,
    ${searchedParts.map(part => `CASE WHEN ${hasSql(part)} THEN '${having(part)}' END`).join()}], NULL))`

/** The condition of the index posts_late_idx: posts that were edited, deleted or written long after they were accepted. */
export const isLateSql = '(update_at > create_at + 60000 OR edit_at > 0 OR delete_at > 0)'

/** Runs a statement of a search, whose text does not depend on the words. Planning it anew would take as long as most of them. */
export const runSearch = frequentStatements('search', 100)

/** The segments, as a part of a statement's `WITH`. */
export const segmentSql = `segment AS (
  SELECT relname AS name, greatest(reltuples, 0) AS posts, split_part(relname, '_', 2) COLLATE "C" AS begin,
    split_part(relname, '_', 3) COLLATE "C" AS end
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'search_vectors'::regclass
)`

/** A partition of `search_vectors`. Its name has its IDs, which are from `begin` on and before `end`. It has about so many posts. */
export type Segment = { name: string; begin: string; end: string; posts: number }

export type SearchIndex = Awaited<ReturnType<typeof readIndex>>

/**
 * Returns the segments, newest first and without gaps between them: the index has posts from `begin` on and before `end`, with changes
 * up to `changesUpTo`, in milliseconds by Postgres's clock. `query`: the searched words as Postgres understands them.
 */
export async function readIndex(db: Pick<Db, 'pool'>, words = Prisma.sql`''::tsquery`) {
  const [row] = await runSearch<{ segments: Segment[]; changesUpTo: number; query: string }>(
    db,
    Prisma.sql`
    WITH ${Prisma.raw(segmentSql)}
    SELECT up_to::float8 AS "changesUpTo", (${words})::text AS query,
      (SELECT coalesce(json_agg(segment ORDER BY begin DESC), '[]') FROM segment) AS segments
    FROM search_changes WHERE id = 1`,
  )
  if (!row) throw new Error('the table search_changes has lost its row')
  return { ...row, begin: row.segments.at(-1)?.begin ?? '~', end: row.segments[0]?.end ?? '~' }
}

/** Returns how many posts are not in the index yet, up to `most`. */
export async function countUnindexed(db: Db, most: number): Promise<number> {
  const { begin, end } = await readIndex(db)
  const count = (condition: string) =>
    `(SELECT count(*) FROM (SELECT FROM posts WHERE ${condition} LIMIT $3::int) waiting)`
  const { rows } = await db.pool.query<{ posts: number }>(
    `SELECT least($3::int, ${count('id >= $1')} + ${count('id < $2')})::int AS posts`,
    [end, begin, most],
  )
  return rows[0]?.posts ?? 0
}
