import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { Prisma } from '../generated/client.js'
import { isInWords, isOfKind, loweredFor, type Search } from './matching.js'
import { fromUser, having, inChannel, isLateSql, runSearch, type SearchIndex } from './segments.js'

/** Posts with the words that are read at once: so many at first in each segment, and then more each time. */
const readAtOnce = 256
const growth = 4

/** If so many posts are likely to have enough with the words, reading all of them takes less time than sorting those with the words. */
const mostRead = 8192

/** Postgres looks for each channel in each post, so it gets many of them only if few of the posts with the words are in them. */
const fewChannels = 16
const fewInChannels = 1 / 32

/** A `tsquery` holds up to 1 MB of words, which some 30,000 channels exceed. */
const mostChannels = 10_000

/**
 * Looks for matching posts in the index, newest first. Yields those of each step, and the ID before which the posts are that were not
 * looked at yet.
 */
export async function* findIndexed(db: Db, search: Search, { segments, query }: SearchIndex) {
  const { first = '', end = '~', channelIds } = search
  let [isNarrow, density] = [channelIds.length <= fewChannels, 1]
  for (const { name, begin } of segments.filter(each => each.begin < end && each.end > first)) {
    let [before, sorted] = [end, readAtOnce]
    while (before > begin) {
      const isCommon = density * mostRead > search.limit
      const most = isCommon ? Math.ceil((2 * search.limit) / density) : sorted
      const words = queryFor(search, query, isNarrow)
      const part = await read(db, { name, isCommon }, [words, first, before, most])
      const { inChannels, ids } = await check(db, search, part.ids)
      if (!isCommon) sorted *= growth
      else density = part.ids.length / Math.max(1, part.posts)
      isNarrow ||= channelIds.length <= mostChannels && inChannels < part.ids.length * fewInChannels
      before = part.posts < most ? begin : part.last
      yield { ids, restBefore: before }
    }
  }
}

const anyOf = (words: string[]) => `(${words.map(word => `'${word}'`).join(' | ')})`

function queryFor({ userIds, has = [], channelIds }: Search, words: string, isNarrow: boolean): string {
  const besides = [
    userIds?.map(fromUser),
    ...has.map(part => [having(part)]),
    isNarrow && channelIds.map(inChannel),
  ]
  return [words && `(${words})`, ...besides.map(any => any && anyOf(any))].filter(Boolean).join(' & ')
}

/**
 * Reads the newest posts of a segment, only those with the words unless they are common. `last` is the oldest of them. The planner
 * sees neither the words nor that IDs are sorted. Otherwise, it would read all posts in their order to find rare words.
 */
async function read(db: Db, { name, isCommon }: { name: string; isCommon: boolean }, values: unknown[]) {
  const hasWords = 'vector @@ (SELECT $1::tsquery)'
  const [condition, id] = isCommon ? ['true', 'id'] : [hasWords, `id || ''`]
  const { rows } = await db.pool.query<{ ids: string[]; last: string; posts: number }>(
    `SELECT coalesce(array_agg(id) FILTER (WHERE ${hasWords}), '{}') AS ids, min(id) AS last, count(*)::int AS posts FROM (
      SELECT id, vector FROM "${name}" WHERE ${condition} AND ${id} >= $2 AND ${id} < $3 ORDER BY ${id} DESC LIMIT $4::int
    ) newest`,
    values,
  )
  return rows[0] ?? { ids: [], last: '', posts: 0 }
}

/**
 * Checks posts of the index as they are now. The words of most need no check: those of a post without late changes are still the
 * ones that were indexed. A hash of the channels is fast, whatever the planner estimates.
 */
async function check(db: Db, search: Search, ids: string[]) {
  if (ids.length === 0) return { inChannels: 0, ids }
  const rows = await runSearch<{ id: string; matches: boolean }>(
    db,
    Prisma.sql`
    SELECT candidate.id, matches FROM unnest(${textArray(ids)}::text[]) AS candidate (id), LATERAL (
      SELECT CASE WHEN channel_id IN (SELECT unnest(${search.channels}::text[])) THEN
        CASE WHEN ${isOfKind(search)} THEN NOT ${Prisma.raw(isLateSql)} OR ${isInWords(search)} ELSE false END END AS matches
      FROM (SELECT *, ${loweredFor(search)} AS lowered FROM posts WHERE posts.id = candidate.id COLLATE "C" AND delete_at = 0) post
    ) matching WHERE matches IS NOT NULL`,
  )
  return { inChannels: rows.length, ids: rows.flatMap(({ id, matches }) => (matches ? [id] : [])) }
}
