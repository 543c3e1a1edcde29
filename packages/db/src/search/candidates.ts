import { idLength } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { haveWords, isOfKind, loweredFor, type Search } from './matching.js'
import { placesPerBatch } from './places.js'
import { isLateSql } from './progress.js'
import { runSearch } from './run-search.js'

/** A post that the index found. `matches` is null if it is deleted, or not in the searched channels. */
export type Checked = { id: string; afterId: string; matches: boolean | null }

/**
 * Checks the posts in these places, as they are now. If the index decides, the words of most posts need no check: those of a
 * post without late changes are still the ones that were indexed. A hash of the channels is fast, whatever the planner estimates.
 */
export async function checkCandidates(
  db: Db,
  search: Search,
  { places, isDecided }: { places: number[]; isDecided: boolean },
): Promise<Checked[]> {
  const unlessLate = isDecided ? Prisma.raw(`NOT ${isLateSql} OR`) : Prisma.empty
  const onlyOnce = isDecided ? Prisma.empty : Prisma.raw('OFFSET 0') // otherwise, each condition would lower the text
  return runSearch<Checked>(
    db,
    Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT at, place / ${batchSize} AS batch, place % ${batchSize} AS in_batch
      FROM unnest(${places}::int[]) WITH ORDINALITY AS row (place, at)
    ),
    read AS MATERIALIZED (
      SELECT batch, after_id, low, substring(ids FROM low * ${idSize} + 1 FOR (high - low + 1) * ${idSize}) AS ids
      FROM (SELECT batch, min(in_batch) AS low, max(in_batch) AS high FROM wanted GROUP BY batch) part JOIN search_batches USING (batch)
    )
    SELECT candidate.id, after_id AS "afterId", matches
    FROM (
      SELECT at, after_id, convert_from(substring(read.ids FROM (in_batch - low) * ${idSize} + 1 FOR ${idSize}), 'UTF8') AS id
      FROM wanted JOIN read USING (batch) OFFSET 0
    ) candidate
    LEFT JOIN LATERAL (
      SELECT CASE WHEN channel_id IN (SELECT unnest(${search.channels}::text[])) THEN
        CASE WHEN ${isOfKind(search)} THEN ${unlessLate} ${haveWords(search)} ELSE false END END AS matches
      FROM (
        SELECT *, ${loweredFor(search)} AS lowered FROM posts WHERE posts.id = candidate.id COLLATE "C" AND delete_at = 0 ${onlyOnce}
      ) post
    ) matching ON true
    ORDER BY at`,
  )
}

const batchSize = Prisma.raw(`${placesPerBatch}`)
const idSize = Prisma.raw(`${idLength}`)
