import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { addPlaces, bitmapBatch, noPlaces, nowhere, type PlaceSet } from './places.js'
import { runSearch } from './run-search.js'
import { leavesOf, placesWith, type Wanted } from './terms.js'

/** To find a word takes as long as to read a list of so many bytes. A short prefix can begin thousands of a block's words. */
const bytesPerWord = 100

/** `words`: how many words the places are of. */
export type WordRow = { block: number; leaf: string; batch: number; places: Buffer; words: number }

/** Returns the places of a block that have what is wanted. */
export function placesIn(rows: WordRow[], wanted: Wanted): (block: number) => PlaceSet | undefined {
  const byBlock = new Map<number, Map<string, WordRow[]>>()
  for (const row of rows) {
    const byLeaf = byBlock.get(row.block) ?? new Map<string, WordRow[]>()
    const ofLeaf = byLeaf.get(row.leaf)
    if (ofLeaf) ofLeaf.push(row)
    else byLeaf.set(row.leaf, [row])
    byBlock.set(row.block, byLeaf)
  }
  return block => placesWith(wanted, leaf => setOf(byBlock.get(block)?.get(leaf)))
}

function setOf(rows: WordRow[] | undefined): PlaceSet {
  if (rows === undefined) return nowhere
  const set = noPlaces()
  for (const row of rows) addPlaces(set, row)
  return set
}

/**
 * A subquery per block and prefix, because the planner would read the whole table for more than a few of them. A prefix can begin
 * thousands of words, so their lists are joined. Bitmaps are not.
 */
const withPrefix = `
  UNION ALL
  SELECT block, prefix || '*', batch, places, words
  FROM unnest($3::text[]) prefix CROSS JOIN unnest((SELECT blocks FROM wanted)) in_block CROSS JOIN LATERAL (
    SELECT block, min(batch) AS batch, string_agg(places, ''::bytea) AS places, count(*)::int AS words FROM (
      SELECT block, term, batch, places FROM search_words
      WHERE block = in_block AND term >= prefix COLLATE "C" AND term < prefix || U&'\\+10FFFF' COLLATE "C"
      ORDER BY block, term, batch OFFSET 0
    ) word GROUP BY block, CASE WHEN batch = ${bitmapBatch} THEN term END
  ) joined`

/** `ifWith`: a term without which a block is not read. `mostBytes`: once they are reached, older blocks are not read. */
type In = { blocks: number[]; ifWith?: string | undefined; mostBytes?: number }

/** `nextBlock`: the newest block that was not read. */
type Read = { rows: WordRow[]; nextBlock?: number }

const unbounded = 2 ** 40

export async function readWords(
  db: Db,
  wanted: Wanted,
  { blocks, ifWith = '', mostBytes = unbounded }: In,
): Promise<Read> {
  const leaves = leavesOf(wanted)
  const textsOf = (kind: 'term' | 'prefix') =>
    textArray([...new Set(leaves.filter(leaf => leaf.kind === kind).map(({ text }) => text))])
  if (leaves.length === 0) return { rows: [] }
  const rows = await runSearch<WordRow & { nextBlock: number | null }>(db, {
    text: `
      WITH wanted AS MATERIALIZED (SELECT CASE WHEN $4 = '' THEN $1::int[] ELSE
        ARRAY(SELECT DISTINCT block FROM search_words WHERE block = ANY($1::int[]) AND term = $4) END AS blocks),
      found AS (
        SELECT block, term || '=' AS leaf, batch, places, 1 AS words FROM search_words
        WHERE block = ANY((SELECT blocks FROM wanted)::int[]) AND term = ANY($2::text[])
          ${withPrefix}
      ),
      sized AS MATERIALIZED (
        SELECT *, coalesce(sum(octet_length(places) + words * ${bytesPerWord})
          OVER (ORDER BY block DESC GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before FROM found
      )
      SELECT block, leaf, batch, places, words, (SELECT max(block) FROM sized WHERE bytes_before >= $5) AS "nextBlock"
      FROM sized WHERE bytes_before < $5`,
    values: [blocks, textsOf('term'), textsOf('prefix'), ifWith, mostBytes],
  })
  const nextBlock = rows[0]?.nextBlock ?? undefined
  return { rows, ...(nextBlock !== undefined && { nextBlock }) }
}

/** Returns how much it costs to read a row, in bytes. */
export const bytesIn = ({ places, words }: WordRow) => places.length + words * bytesPerWord

/** One set per block, because a user can be in thousands of channels. */
export function inAnyRow(rows: WordRow[], blocks: number[]): Map<number, PlaceSet> {
  const sets = new Map(blocks.map(block => [block, noPlaces()]))
  for (const row of rows) addPlaces(sets.get(row.block) ?? noPlaces(), row)
  return sets
}
