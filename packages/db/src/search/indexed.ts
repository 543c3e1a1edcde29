import { idLength } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/text-array.js'
import { Prisma } from '../generated/client.js'
import { columnsFor, hasWords, isLikely, type Searching } from './matching.js'
import {
  addPlaces,
  inAll,
  lastFirst,
  noPlaces,
  nowhere,
  type PlaceSet,
  placesPerBatch,
  placesPerBlock,
} from './places.js'
import type { SearchBlock } from './progress.js'
import { inChannel, leavesOf, placesWith, term, type Wanted, wantedTerms } from './terms.js'

/** A block with more candidates may be searched in the wanted channels only. With fewer, the posts themselves tell. */
const manyCandidates = 512
/** The lists of channels are read only if a smaller part of the candidates is in them, because a thousand lists are slow to read. */
const fewInChannels = 1 / 8

/** Blocks that are read at once: one at first, because it is enough for common words, then eight times as many. */
const maxBlocksAtOnce = 64
const growth = 8
/** Rows of words that are read at once. A short prefix can begin a tenth of a block's words, half a megabyte. */
const maxRowsAtOnce = 150_000

/** Posts that are checked at once. */
const candidatesAtOnce = { first: 128, further: 512 }

/** Matching posts, and the highest ID that a post not yet looked at can have. */
export type FoundSoFar = { ids: string[]; restUpTo: string }

/**
 * Looks for matching posts in the blocks of the index, the newest first. Yields those found so far after each step, so that the
 * caller can stop. A post may be found twice.
 */
export async function* findIndexed(
  db: Db,
  search: Searching,
  blocks: SearchBlock[],
): AsyncGenerator<FoundSoFar, void> {
  const { first = '', end = '~' } = search
  const wanted = await wantedTerms(db, search)
  const isLimited = placesWith(wanted, () => nowhere) !== undefined
  const left = blocks.filter(({ minId, maxId }) => minId < end && maxId >= first)
  for (let atOnce = 1; left.length > 0; ) {
    const now = left.splice(0, atOnce).map(({ block }) => block)
    const rows = await readWords(db, wanted, now)
    atOnce = nextAtOnce(now.length, rows.length)
    const all = { blocks: now, placesOf: placesIn(rows, wanted) }
    yield* isLimited ? check(db, search, all) : check(db, search, await narrowed(db, search, all), true)
    yield { ids: [], restUpTo: left.reduce((highest, { maxId }) => (highest > maxId ? highest : maxId), '') }
  }
}

function nextAtOnce(blocks: number, rows: number): number {
  const bounded = Math.floor((maxRowsAtOnce * blocks) / Math.max(1, rows))
  return Math.max(1, Math.min(blocks * growth, maxBlocksAtOnce, bounded))
}

/** Blocks, the newest first, and the places of each to look at, computed when asked for. Undefined for all places. */
type Candidates = { blocks: number[]; placesOf: (block: number) => PlaceSet | undefined }

/** Leaves only the places of posts in the searched channels, in blocks with many others. */
async function narrowed(db: Db, search: Searching, { blocks, placesOf }: Candidates): Promise<Candidates> {
  const many = blocks.filter(block => {
    const places = placesOf(block)
    return places === undefined || count(places) > manyCandidates
  })
  if (many.length === 0) return { blocks, placesOf }
  const ofChannels: Wanted = { kind: 'any', of: search.channelIds.map(id => term(inChannel(id))) }
  const inChannels = inAnyRow(await readWords(db, ofChannels, many), many)
  const narrowedOf = (block: number) =>
    inAll([placesOf(block), inChannels.get(block)].filter(set => set !== undefined))
  return { blocks, placesOf: narrowedOf }
}

/** One set per block, because a user can be in thousands of channels. */
function inAnyRow(rows: Row[], blocks: number[]): Map<number, PlaceSet> {
  const sets = new Map(blocks.map(block => [block, noPlaces()]))
  for (const row of rows) addPlaces(sets.get(row.block) ?? noPlaces(), row)
  return sets
}

/** Yields the candidates before a place, the last first. */
function* placesBefore({ blocks, placesOf }: Candidates, before = Number.POSITIVE_INFINITY) {
  for (const block of blocks) {
    if (block * placesPerBlock >= before) continue
    for (const inBlock of lastFirst(placesOf(block) ?? nowhere)) {
      const place = block * placesPerBlock + inBlock
      if (place < before) yield place
    }
  }
}

/** Checks the posts in these places, as they are now. */
async function* check(
  db: Db,
  search: Searching,
  all: Candidates,
  isNarrow = false,
): AsyncGenerator<FoundSoFar, void> {
  let [candidates, isNarrowed] = [placesBefore(all), isNarrow]
  for (let limit = candidatesAtOnce.first; ; limit = candidatesAtOnce.further) {
    const places = take(candidates, limit)
    if (places.length === 0) return
    const rows = await readCandidates(db, search, places)
    const { id = '', afterId = '' } = rows.at(-1) ?? {}
    const inChannels = rows.filter(({ matches }) => matches !== null)
    // in a batch, earlier posts that changed come before the new ones
    yield { ids: rows.flatMap(row => (row.matches ? [row.id] : [])), restUpTo: id > afterId ? id : afterId }
    if (isNarrowed || places.length < limit || inChannels.length >= limit * fewInChannels) continue
    candidates = placesBefore(await narrowed(db, search, all), places.at(-1))
    isNarrowed = true
  }
}

function take(candidates: Generator<number>, limit: number): number[] {
  const taken: number[] = []
  while (taken.length < limit) {
    const { value, done } = candidates.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/** `matches` is null for a post that is not in the searched channels, or deleted. */
type Checked = { id: string; afterId: string; matches: boolean | null }

/** Compares channels here, because the planner would estimate the share of each of a thousand channels. */
async function readCandidates(db: Db, search: Searching, places: number[]): Promise<Checked[]> {
  const { text, values } = Prisma.sql`
    SELECT candidate.id, after_id AS "afterId", channel_id AS "channelId", matches
    FROM (
      SELECT at, after_id, convert_from(substring(ids FROM (place % ${placesPerBatch}::int) * ${idLength}::int + 1 FOR ${idLength}::int), 'UTF8') AS id
      FROM unnest(${places}::int[]) WITH ORDINALITY AS row (place, at) JOIN search_batches ON batch = place / ${placesPerBatch}::int
    ) candidate
    LEFT JOIN LATERAL (
      SELECT channel_id, CASE WHEN ${isLikely(search)} THEN ${hasWords(search, Prisma.sql`lowered`)} ELSE false END AS matches
      FROM (
        SELECT ${columnsFor(search)}, channel_id FROM posts WHERE posts.id = candidate.id COLLATE "C" AND delete_at = 0
      ) post
    ) matching ON true
    ORDER BY at`
  const { rows } = await db.pool.query<Checked & { channelId: string | null }>(text, values as unknown[])
  const searched = new Set(search.channelIds)
  return rows.map(({ channelId, matches, ...row }) => ({
    ...row,
    matches: channelId !== null && searched.has(channelId) ? matches : null,
  }))
}

function count(places: PlaceSet): number {
  return places.reduce((sum, bits) => {
    let ones = sum
    for (let rest = bits; rest !== 0; rest = (rest & (rest - 1)) >>> 0) ones++
    return ones
  }, 0)
}

const isPrefix = ({ kind }: { kind: string }) => kind === 'prefix'

type Row = { block: number; leaf: string; batch: number; places: Buffer }

/** Returns the places of a block that have what is wanted. */
function placesIn(rows: Row[], wanted: Wanted): Candidates['placesOf'] {
  const byBlock = new Map<number, Map<string, Row[]>>()
  for (const row of rows) {
    const byLeaf = byBlock.get(row.block) ?? new Map<string, Row[]>()
    const ofLeaf = byLeaf.get(row.leaf)
    if (ofLeaf) ofLeaf.push(row)
    else byLeaf.set(row.leaf, [row])
    byBlock.set(row.block, byLeaf)
  }
  return block => placesWith(wanted, leaf => setOf(byBlock.get(block)?.get(leaf)))
}

function setOf(rows: Row[] | undefined): PlaceSet {
  if (rows === undefined) return nowhere
  const set = noPlaces()
  for (const row of rows) addPlaces(set, row)
  return set
}

/** A subquery per block and prefix, because the planner would read the whole table for more than a few of them. */
const withPrefix = `
  UNION ALL
  SELECT block, prefix || '*', batch, places
  FROM unnest($3::text[]) prefix CROSS JOIN unnest($1::int[]) wanted CROSS JOIN LATERAL (
    SELECT block, batch, places FROM search_words
    WHERE block = wanted AND term >= prefix COLLATE "C" AND term < prefix || U&'\\+10FFFF' COLLATE "C"
    ORDER BY block, term, batch OFFSET 0
  ) word`

async function readWords(db: Db, wanted: Wanted, blocks: number[]): Promise<Row[]> {
  const leaves = leavesOf(wanted)
  const textsOf = (kind: 'term' | 'prefix') =>
    textArray([...new Set(leaves.filter(leaf => leaf.kind === kind).map(({ text }) => text))])
  if (leaves.length === 0) return []
  const hasPrefix = leaves.some(isPrefix)
  const { rows } = await db.pool.query<Row>({
    text: `SELECT block, term || '=' AS leaf, batch, places FROM search_words
        WHERE block = ANY($1::int[]) AND term = ANY($2::text[])${hasPrefix ? withPrefix : ''}`,
    values: [blocks, textsOf('term'), ...(hasPrefix ? [textsOf('prefix')] : [])],
  })
  return rows
}
