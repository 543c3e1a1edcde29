import { isMissingTable, StatementsTimeout } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { Prisma } from '../generated/client.js'
import { fitting, type PostPage } from '../posts/fitting.js'
import { findIndexed } from './indexed.js'
import {
  haveCharacters,
  isInWords,
  isOfKind,
  loweredFor,
  type Search,
  type Searching,
  wordsQuery,
} from './matching.js'
import { isLateSql, readIndex, runSearch } from './segments.js'

/** The newest posts beyond the index that a search examines, spread evenly over its channels. */
export const maxSearchedPosts = 50_000

/** As many posts in the order of their IDs are read in the time that it takes to look into one channel, and at most so many. */
const postsPerLook = 8
const mostInOrder = 8192

/** A merge takes longer than a search, so one search hardly meets two of them. */
const mostRestarts = 3

/**
 * Returns live posts of users and hooks with these terms in their message, newest first. The posts themselves decide, so that
 * edits and deletions count at once.
 * @throws StatementsTimeout if it takes longer than one statement may
 */
export async function searchPosts(db: Db, searching: Searching): Promise<PostPage> {
  const { limit, withHtml, channelIds, terms, userIds, has = [] } = searching
  const search = { ...searching, channels: textArray(channelIds) }
  const isOfAll = terms.length === 0 && userIds === undefined && has.length === 0
  const ids = isOfAll ? await findDirect(db, search, { mostEach: limit + 1 }) : await newest(db, search)
  const wanted = Prisma.sql`SELECT id, place FROM unnest(${ids}::text[]) WITH ORDINALITY AS found (id, place)`
  return fitting(db, wanted, { limit, withHtml })
}

/** Returns the newest matching posts, newest first, and one more if there are more. */
async function newest(db: Db, search: Search, restarts = mostRestarts): Promise<string[]> {
  const endsAt = performance.now() + (db.statementTimeoutMs ?? Number.POSITIVE_INFINITY)
  const wanted = search.limit + 1
  let found: string[] = []
  try {
    for await (const { ids, restBefore } of findAll(db, search)) {
      const all = [...new Set([...found, ...ids])] // a changed post may be found twice
      found = all.toSorted((one, other) => (one < other ? 1 : -1)).slice(0, wanted)
      if (found.length === wanted && found.every(id => id >= restBefore)) break
      if (performance.now() > endsAt) throw new StatementsTimeout()
    }
    return found
  } catch (error) {
    if (isMissingTable(error) && restarts > 0) return newest(db, search, restarts - 1) // a segment was merged meanwhile
    throw error
  }
}

/** Yields posts that are too new or changed for the index, then those in it, and then older ones while it still fills. */
async function* findAll(db: Db, search: Search) {
  const { channelIds, userIds, terms } = search
  if (channelIds.length === 0 || userIds?.length === 0) return
  const index = await readIndex(db, wordsQuery(search))
  const { begin, end, changesUpTo: changedAfter } = index
  if (terms.length > 0 && index.query === '') return
  const mostEach = Math.ceil(maxSearchedPosts / channelIds.length)
  yield { ids: await findDirect(db, search, { begin: end, changedAfter, mostEach }), restBefore: end }
  yield* findIndexed(db, search, index)
  if (begin !== '') yield { ids: await findDirect(db, search, { end: begin }), restBefore: '' }
}

/**
 * Posts to read: those with IDs from `begin` on and before `end`, and earlier ones that changed after `changedAfter`. Of each
 * channel, only the newest `mostEach` are read.
 */
type Wanted = { begin?: string; end?: string; changedAfter?: number; mostEach?: number }

/**
 * Returns the newest matching posts among the wanted ones. Reads the posts themselves: those beyond the index in the order of their
 * IDs if they are few for so many channels, and otherwise channel by channel.
 */
async function findDirect(db: Db, search: Search, wanted: Wanted): Promise<string[]> {
  const { begin = '', end = '~', changedAfter, mostEach = null } = wanted
  const { first = '', end: last = '~', has = [], channelIds, channels } = search
  const columns = Prisma.raw(`id, user_id, type, message${has.length > 0 ? ', html' : ''}`)
  const isIn = Prisma.sql`id >= ${begin < first ? first : begin} AND id < ${end < last ? end : last}`
  const few = changedAfter === undefined ? -1 : Math.min(postsPerLook * channelIds.length, mostInOrder)
  const rows = await runSearch<{ id: string }>(
    db,
    Prisma.sql`
    WITH newest AS MATERIALIZED (SELECT * FROM posts WHERE ${isIn} ORDER BY id DESC LIMIT ${few}::int + 1),
    counted AS MATERIALIZED (SELECT count(*) <= ${few}::int AS are_few FROM newest)
    SELECT id FROM (
      SELECT id, lowered FROM (
        SELECT *, ${loweredFor(search)} AS lowered FROM (
          SELECT ${columns} FROM counted, newest WHERE are_few AND delete_at = 0 AND channel_id IN (SELECT unnest(${channels}::text[]))
          UNION ALL
          SELECT each.* FROM counted, unnest(${channels}::text[]) AS channel (searched) CROSS JOIN LATERAL (
            SELECT ${columns} FROM posts WHERE channel_id = searched AND delete_at = 0 AND ${isIn} ORDER BY id DESC LIMIT ${mostEach}::int
          ) each WHERE NOT are_few
          UNION ALL
          (SELECT ${columns} FROM posts
            WHERE channel_id = ANY(${channels}::text[]) AND update_at > ${Math.floor(changedAfter ?? Number.MAX_SAFE_INTEGER)}::bigint
              AND ${Prisma.raw(isLateSql)} AND delete_at = 0 AND id < ${begin} ORDER BY update_at DESC LIMIT ${maxSearchedPosts}::int)
        ) found
      ) post
      WHERE ${isOfKind(search)} AND ${haveCharacters(search)} ORDER BY id DESC OFFSET 0
    ) likely
    WHERE ${isInWords(search)} LIMIT ${search.limit}::int + 1`,
  )
  return rows.map(({ id }) => id)
}
