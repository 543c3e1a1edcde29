import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { lowerCase } from '../connection/words.js'
import type { Searching } from './matching.js'
import type { SearchBlock, SearchProgress } from './progress.js'

/** What a search needs to know before it reads the index. */
export type SearchState = {
  progress: SearchProgress
  /** The newest first. */
  blocks: SearchBlock[]
  /** Each searched term, split into words as Postgres does in the index. */
  words: string[][]
}

/** Reads all in one statement, because each takes a round trip. */
export async function searchState({ pool }: Pick<Db, 'pool'>, { terms }: Searching): Promise<SearchState> {
  const { rows } = await pool.query<SearchProgress & Omit<SearchState, 'progress'>>({
    name: 'search state',
    text: `SELECT batches, up_to AS "upTo", changes_up_to::float8 AS "changesUpTo",
        (SELECT coalesce(json_agg(json_build_object('block', block, 'minId', min_id, 'maxId', max_id) ORDER BY block DESC), '[]')
          FROM search_blocks) AS blocks,
        (SELECT coalesce(json_agg(tsvector_to_array(to_tsvector('simple', ${lowerCase('text').sql})) ORDER BY place), '[]')
          FROM unnest($1::text[]) WITH ORDINALITY AS row (text, place)) AS words
      FROM search_progress WHERE id = 1`,
    values: [textArray(terms.map(({ text }) => text))],
  })
  const [row] = rows
  if (!row) throw new Error('the table search_progress has lost its row')
  const { blocks, words, ...progress } = row
  return { progress, blocks, words }
}
