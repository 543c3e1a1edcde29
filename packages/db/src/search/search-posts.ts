import { StatementsTimeout } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { Prisma } from '../generated/client.js'
import { fitting, type PostPage } from '../posts/fitting.js'
import { findIndexed } from './indexed.js'
import type { Search, Searching } from './matching.js'
import { searchState } from './search-state.js'
import { findInEach, findUnindexed, narrows } from './unindexed.js'

/**
 * Returns live posts of users and hooks with these terms in their message, newest first. Finds old posts by the index of
 * words, and reads the others. The posts themselves decide, so that edits and deletions count at once.
 * @throws StatementsTimeout if it takes longer than one statement may
 */
export async function searchPosts(db: Db, searching: Searching): Promise<PostPage> {
  const { limit, withHtml, channelIds } = searching
  const search = { ...searching, channels: textArray(channelIds) }
  const ids = narrows(search)
    ? await newest(db, search)
    : await findInEach(db, search, { upTo: '', changesUpTo: Number.MAX_SAFE_INTEGER })
  const wanted = Prisma.sql`SELECT id, place FROM unnest(${ids}::text[]) WITH ORDINALITY AS found (id, place)`
  return fitting(db, wanted, { limit, withHtml })
}

/** Returns the newest matching posts, newest first, and one more if there are more. */
async function newest(db: Db, search: Search): Promise<string[]> {
  const endsAt = performance.now() + (db.statementTimeoutMs ?? Number.POSITIVE_INFINITY)
  const wanted = search.limit + 1
  const state = await searchState(db, search)
  const { progress } = state
  const found = new Set(await findUnindexed(db, search, progress))
  const newestOf = () => [...found].toSorted((one, other) => (one < other ? 1 : -1)).slice(0, wanted)
  if (found.size >= wanted && newestOf().every(id => id > progress.upTo)) return newestOf()
  for await (const { ids, restUpTo } of findIndexed(db, search, state)) {
    for (const id of ids) found.add(id)
    if (found.size >= wanted && newestOf().every(id => id >= restUpTo)) break
    if (performance.now() > endsAt) throw new StatementsTimeout()
  }
  return newestOf()
}
