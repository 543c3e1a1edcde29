import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { columnsFor, hasWords, isLikely, type Searching } from './matching.js'
import { isLateSql, type SearchProgress } from './progress.js'

/** The newest posts outside the index that a search examines, spread evenly over its channels. */
export const maxSearchedPosts = 50_000

const isLate = Prisma.raw(isLateSql)

/**
 * Returns the newest matching posts among those that are not in the index yet, newest first: all after its last one, and
 * earlier posts that were changed since.
 */
export async function findUnindexed(
  db: Pick<Db, '$queryRaw'>,
  search: Searching,
  { upTo, changesUpTo }: Pick<SearchProgress, 'upTo' | 'changesUpTo'>,
): Promise<string[]> {
  const { channelIds, limit, first = '', end = '~' } = search
  const share = narrows(search) ? Math.ceil(maxSearchedPosts / Math.max(1, channelIds.length)) : limit + 1
  const columns = columnsFor(search)
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT newest.* FROM unnest(${channelIds}::text[]) AS channel (searched) CROSS JOIN LATERAL (
        (SELECT ${columns} FROM posts WHERE channel_id = searched AND delete_at = 0 AND id > ${upTo} AND id >= ${first} AND id < ${end}
          ORDER BY posts.id DESC LIMIT ${share})
        UNION ALL
        (SELECT ${columns} FROM posts
          WHERE channel_id = searched AND update_at > ${changesUpTo} AND ${isLate} AND delete_at = 0 AND id <= ${upTo}
          ORDER BY update_at DESC LIMIT ${share})
      ) newest
      WHERE ${isLikely(search)} ORDER BY newest.id DESC OFFSET 0
    ) likely
    WHERE ${hasWords(search, Prisma.sql`lowered`)} LIMIT ${limit + 1}`
  return rows.map(({ id }) => id)
}

/** Returns whether a search wants only some posts of its channels. */
export function narrows({ terms, userIds, has = [] }: Searching): boolean {
  return terms.length > 0 || userIds !== undefined || has.length > 0
}
