import type { Db } from '../connection/open.js'
import { checkCandidates } from './candidates.js'
import type { Search, Searching } from './matching.js'
import { inAll, lastFirst, nowhere, type PlaceSet, placesPerBlock } from './places.js'
import { bytesIn, inAnyRow, placesIn, readWords } from './read-words.js'
import type { SearchState } from './search-state.js'
import {
  inChannel,
  isDecidedByIndex,
  leafName,
  leavesOf,
  neededTerms,
  placesWith,
  term,
  type Wanted,
  wantedTerms,
} from './terms.js'

/** A block with more candidates may be searched in the wanted channels only. With fewer, the posts themselves tell. */
const manyCandidates = 512
/** The lists of channels are read only if a smaller part of the candidates is in them, because a thousand lists are slow to read. */
const fewInChannels = 1 / 8

/** Blocks that are read at once: one at first, because it is enough for common words, then as many as are likely to suffice. */
const blocksAtOnce = { first: 1, most: 256 }
const growth = 16
/** Of lists and bitmaps. A bitmap of a block has 8 KiB. */
const bytesAtOnce = { least: 128 * 1024, most: 2 * 1024 * 1024 }

/** Posts that are checked at once: 128 at first, then as many as are likely to suffice. */
const candidatesAtOnce = { first: 128, least: 64, most: 512 }
/** Room for chance in what is likely to suffice. */
const margin = 1.25

/** Matching posts, and the highest ID that a post not yet looked at can have. */
export type FoundSoFar = { ids: string[]; restUpTo: string }

/**
 * Looks for matching posts in the blocks of the index, the newest first. Yields those found so far after each step, so that the
 * caller can stop. A post may be found twice.
 */
export async function* findIndexed(
  db: Db,
  search: Search,
  { blocks, words }: Pick<SearchState, 'blocks' | 'words'>,
): AsyncGenerator<FoundSoFar, void> {
  const { first = '', end = '~' } = search
  const [wanted, isDecided] = [wantedTerms(search, words), isDecidedByIndex(search, words)]
  const isLimited = placesWith(wanted, () => nowhere) !== undefined
  const left = blocks.filter(({ minId, maxId }) => minId < end && maxId >= first)
  const sofar = { blocks: 0, checked: 0, matched: 0, bytesOf: new Map<string, number>() }
  for (let mostBytes: number = bytesAtOnce.least; left.length > 0; ) {
    const next = left.slice(0, nextBlocks(search, sofar)).map(({ block }) => block)
    const ifWith = rarestTerm(wanted, sofar)
    const { rows, nextBlock = -1 } = await readWords(db, wanted, { blocks: next, ifWith, mostBytes })
    const now = next.filter(block => block > nextBlock)
    left.splice(0, now.length)
    const all = { blocks: now, placesOf: placesIn(rows, wanted), isDecided }
    const candidates = isLimited ? all : await narrowed(db, search, all)
    yield* check(db, search, candidates, { sofar, isNarrow: !isLimited })
    yield { ids: [], restUpTo: left.reduce((highest, { maxId }) => (highest > maxId ? highest : maxId), '') }
    sofar.blocks += now.length
    for (const row of rows) sofar.bytesOf.set(row.leaf, (sofar.bytesOf.get(row.leaf) ?? 0) + bytesIn(row))
    if (nextBlock >= 0)
      mostBytes = within(likelyToSuffice(search, sofar, mostBytes), mostBytes, bytesAtOnce.most)
  }
}

/** What was found so far, in how many blocks and among how many candidates. `bytesOf`: how much was read of each word. */
type SoFar = { blocks: number; checked: number; matched: number; bytesOf: Map<string, number> }

function nextBlocks(search: Search, sofar: SoFar): number {
  const { first, most } = blocksAtOnce
  return sofar.blocks === 0 ? first : within(likelyToSuffice(search, sofar, sofar.blocks), 1, most)
}

/** Returns the rarest of several terms, so that a block without it needs no other read. Undefined while nothing is known. */
function rarestTerm(wanted: Wanted, { blocks, bytesOf }: SoFar): string | undefined {
  if (blocks === 0 || leavesOf(wanted).length < 2) return undefined
  const bytes = (text: string) => bytesOf.get(leafName({ kind: 'term', text })) ?? 0
  return neededTerms(wanted).toSorted((one, other) => bytes(one) - bytes(other))[0]
}

/** Returns how many more to read, given that the posts found so far were among `read`. */
function likelyToSuffice({ limit }: Searching, { matched }: Pick<SoFar, 'matched'>, read: number): number {
  return matched === 0
    ? read * growth
    : Math.ceil((margin * Math.max(1, limit + 1 - matched) * read) / matched)
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/**
 * Blocks, the newest first, and the places of each to look at, computed when asked for. Undefined for all places. `isDecided`: if
 * the index knows which posts have the words.
 */
type Candidates = {
  blocks: number[]
  placesOf: (block: number) => PlaceSet | undefined
  isDecided: boolean
}

/** Leaves only the places of posts in the searched channels, in blocks with many others. */
async function narrowed(db: Db, search: Search, all: Candidates): Promise<Candidates> {
  const { blocks, placesOf } = all
  const many = blocks.filter(block => {
    const places = placesOf(block)
    return places === undefined || count(places) > manyCandidates
  })
  if (many.length === 0) return all
  const ofChannels: Wanted = { kind: 'any', of: search.channelIds.map(id => term(inChannel(id))) }
  const { rows } = await readWords(db, ofChannels, { blocks: many })
  const inChannels = inAnyRow(rows, many)
  const narrowedOf = (block: number) =>
    inAll([placesOf(block), inChannels.get(block)].filter(set => set !== undefined))
  return { ...all, placesOf: narrowedOf }
}

/** Yields the candidates before a place, the last first. */
function* placesBefore(
  { blocks, placesOf }: Pick<Candidates, 'blocks' | 'placesOf'>,
  before = Number.POSITIVE_INFINITY,
) {
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
  search: Search,
  all: Candidates,
  { sofar, isNarrow }: { sofar: SoFar; isNarrow: boolean },
): AsyncGenerator<FoundSoFar, void> {
  let [candidates, isNarrowed] = [placesBefore(all), isNarrow]
  while (true) {
    const limit = nextCandidates(search, sofar)
    const places = take(candidates, limit)
    if (places.length === 0) return
    const rows = await checkCandidates(db, search, { places, isDecided: all.isDecided })
    const { id = '', afterId = '' } = rows.at(-1) ?? {}
    const ids = rows.flatMap(row => (row.matches ? [row.id] : []))
    sofar.checked += rows.length
    sofar.matched += ids.length
    // in a batch, earlier posts that changed come before the new ones
    yield { ids, restUpTo: id > afterId ? id : afterId }
    const inChannels = rows.filter(({ matches }) => matches !== null)
    if (isNarrowed || places.length < limit || inChannels.length >= limit * fewInChannels) continue
    candidates = placesBefore(await narrowed(db, search, all), places.at(-1))
    isNarrowed = true
  }
}

function nextCandidates(search: Search, sofar: SoFar): number {
  const { first, least, most } = candidatesAtOnce
  return sofar.checked === 0 ? first : within(likelyToSuffice(search, sofar, sofar.checked), least, most)
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

function count(places: PlaceSet): number {
  return places.reduce((sum, bits) => {
    let ones = sum
    for (let rest = bits; rest !== 0; rest = (rest & (rest - 1)) >>> 0) ones++
    return ones
  }, 0)
}
