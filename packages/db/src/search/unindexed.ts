import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import {
  haveCharacters,
  haveWords,
  isInWords,
  isOfKind,
  loweredFor,
  type Search,
  type Searching,
} from './matching.js'
import { isLateSql, type SearchProgress } from './progress.js'
import { runSearch } from './run-search.js'

/** The newest posts outside the index that a search examines, spread evenly over its channels. */
export const maxSearchedPosts = 50_000

/** As many posts in the order of their IDs are read in the time that it takes to look for new posts in one channel. */
const postsPerLook = 8
/** All new posts are read, whatever their channel, if there are at most so many. For a few channels, that is not worth a try. */
const maxReadAtOnce = 8192
const fewChannels = 16

const isLate = Prisma.raw(isLateSql)

type Progress = Pick<SearchProgress, 'upTo' | 'changesUpTo'>

/**
 * Returns the newest matching posts among those that are not in the index yet, newest first: all after its last one, and
 * earlier posts that were changed since.
 */
export async function findUnindexed(
  db: Pick<Db, 'pool'>,
  search: Search,
  progress: Progress,
): Promise<string[]> {
  const { length } = search.channelIds
  if (length < fewChannels) return findInEach(db, search, progress)
  const most = Math.min(length * postsPerLook, maxReadAtOnce)
  return (await findInAll(db, search, { ...progress, most })) ?? findInEach(db, search, progress)
}

/** Reads all new posts, in the order of their IDs, until enough match. Returns undefined if there are more than `most`. */
async function findInAll(
  db: Pick<Db, 'pool'>,
  search: Search,
  { most, ...progress }: Progress & { most: number },
): Promise<string[] | undefined> {
  const { first = '', end = '~', limit } = search
  const columns = columnsFor(search)
  const [row] = await runSearch<{ isAll: boolean; newest: string[]; late: string[] }>(
    db,
    Prisma.sql`
    WITH channel AS MATERIALIZED (SELECT unnest(${search.channels}::text[]) AS searched),
    newest AS MATERIALIZED (
      SELECT ${columns}, channel_id, delete_at FROM posts
      WHERE id > ${progress.upTo} AND id >= ${first} AND id < ${end} ORDER BY id DESC LIMIT ${most}::int + 1
    ),
    late AS MATERIALIZED (
      SELECT ${columns} FROM posts
      WHERE channel_id = ANY(ARRAY(SELECT searched FROM channel)) AND ${isUnfollowed(progress)} LIMIT ${most}::int + 1
    ),
    counted AS MATERIALIZED (
      SELECT (SELECT count(*) FROM newest) <= ${most}::int AND (SELECT count(*) FROM late) <= ${most}::int AS is_all
    )
    SELECT is_all AS "isAll", ARRAY(
      SELECT id FROM (SELECT *, ${loweredFor(search)} AS lowered FROM newest ORDER BY id DESC OFFSET 0) post
      WHERE CASE WHEN is_all AND delete_at = 0 AND channel_id IN (SELECT searched FROM channel)
        THEN ${isOfKind(search)} AND ${haveWords(search)} ELSE false END
      ORDER BY id DESC LIMIT ${limit}::int + 1
    ) AS newest, ARRAY(${matchingIn(search, Prisma.sql`SELECT * FROM late WHERE is_all`)}) AS late FROM counted`,
  )
  return row?.isAll ? [...row.newest, ...row.late] : undefined
}

/** Looks for posts in each channel, as many in each. */
export async function findInEach(
  db: Pick<Db, 'pool'>,
  search: Search,
  progress: Progress,
): Promise<string[]> {
  const { first = '', end = '~' } = search
  const found = Prisma.sql`
    SELECT newest.* FROM ${eachChannel(search)} CROSS JOIN LATERAL (
      (SELECT ${columnsFor(search)} FROM posts
        WHERE channel_id = searched AND delete_at = 0 AND id > ${progress.upTo} AND id >= ${first} AND id < ${end}
        ORDER BY posts.id DESC LIMIT ${shareOf(search)}::int)
      UNION ALL
      (${lateIn(search, progress)})
    ) newest`
  const rows = await runSearch<{ id: string }>(db, matchingIn(search, found))
  return rows.map(({ id }) => id)
}

const eachChannel = ({ channels }: Search) => Prisma.sql`unnest(${channels}::text[]) AS channel (searched)`

/** Returns the SQL of the latest changes in a channel to posts up to the last indexed one. */
const lateIn = (search: Search, progress: Progress) => Prisma.sql`
  SELECT ${columnsFor(search)} FROM posts
  WHERE channel_id = searched AND ${isUnfollowed(progress)} ORDER BY update_at DESC LIMIT ${shareOf(search)}::int`

/** Returns the SQL of whether a post up to the last indexed one changed too late for the index. */
const isUnfollowed = ({ upTo, changesUpTo }: Progress) => Prisma.sql`
  update_at > ${Math.floor(changesUpTo)}::bigint AND ${isLate} AND delete_at = 0 AND id <= ${upTo}`

function shareOf({ channelIds, limit, ...search }: Searching): number {
  return narrows(search) ? Math.ceil(maxSearchedPosts / Math.max(1, channelIds.length)) : limit + 1
}

/** Returns the columns that decide whether a post matches. */
const columnsFor = ({ has = [] }: Searching) =>
  Prisma.raw(`id, user_id, type, message${has.length > 0 ? ', html' : ''}`)

/** Returns the SQL of the IDs of the posts `found` that match, the newest first. Splits as few as possible into words. */
const matchingIn = (search: Searching, found: Prisma.Sql) => Prisma.sql`
  SELECT id FROM (
    SELECT id, lowered FROM (SELECT *, ${loweredFor(search)} AS lowered FROM (${found}) found) post
    WHERE ${isOfKind(search)} AND ${haveCharacters(search)} ORDER BY id DESC OFFSET 0
  ) likely
  WHERE ${isInWords(search)} LIMIT ${search.limit}::int + 1`

/** Returns whether a search wants only some posts of its channels. */
export function narrows({ terms, userIds, has = [] }: Pick<Searching, 'terms' | 'userIds' | 'has'>): boolean {
  return terms.length > 0 || userIds !== undefined || has.length > 0
}
