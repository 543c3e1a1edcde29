import { lowerCase } from '../connection/words.js'
import { hasSql } from './has-sql.js'
import type { Searching } from './matching.js'
import { inAll, inAny, type PlaceSet } from './places.js'
import { type SearchedPart, searchedParts } from './search-terms.js'

/** Terms that are not words begin with a space, which no word does. */
export const inChannel = (channelId: string) => ` in:${channelId}`
const from = (userId: string) => ` from:${userId}`
const having = (part: SearchedPart) => ` has:${part}`

/** Returns the SQL of all terms of a post, a row each. It is a row of `posts`. */
export function termsSql(): string {
  const parts = searchedParts.map(part => `SELECT '${having(part)}' WHERE ${hasSql(part)}`)
  return `SELECT unnest(tsvector_to_array(to_tsvector('simple', ${lowerCase('message').sql}))) AS term
    UNION ALL SELECT '${inChannel('')}' || channel_id UNION ALL SELECT '${from('')}' || user_id
    UNION ALL ${parts.join(' UNION ALL ')}`
}

/** What a place of the index must have. */
export type Wanted = { kind: 'term' | 'prefix'; text: string } | { kind: 'all' | 'any'; of: Wanted[] }

/**
 * Returns what the index must have, which may be nothing. A post that matches the search has it.
 * @param words of each term, as in the index
 */
export function wantedTerms({ terms, userIds, has = [], isAnyEnough }: Searching, words: string[][]): Wanted {
  const wordsOf: Wanted[] = words.flatMap((of, at) => {
    const kind = terms[at]?.kind === 'prefix' ? ('prefix' as const) : ('term' as const)
    return of.length === 0 ? [] : [{ kind: 'all' as const, of: of.map(text => ({ kind, text })) }]
  })
  return {
    kind: 'all',
    of: [
      ...(isAnyEnough && terms.length > 0 ? [{ kind: 'any' as const, of: wordsOf }] : wordsOf),
      ...(userIds ? [{ kind: 'any' as const, of: userIds.map(id => term(from(id))) }] : []),
      ...has.map(part => term(having(part))),
    ],
  }
}

export const term = (text: string): Wanted => ({ kind: 'term', text })

/**
 * Returns whether the index knows which posts have the words of a search. It does not know their order, and it may split a term
 * in another way than a search does.
 */
export function isDecidedByIndex({ terms }: Searching, words: string[][]): boolean {
  return terms.every(({ kind }, at) => kind !== 'phrase' && words[at]?.length === 1)
}

/** Returns the terms and the prefixes in what is wanted. */
export function leavesOf(wanted: Wanted): { kind: 'term' | 'prefix'; text: string }[] {
  return 'text' in wanted ? [wanted] : wanted.of.flatMap(leavesOf)
}

/** Returns terms that each wanted place has. */
export function neededTerms(wanted: Wanted): string[] {
  if ('text' in wanted) return wanted.kind === 'term' ? [wanted.text] : []
  const { kind, of } = wanted
  return kind === 'all' || of.length === 1 ? of.flatMap(neededTerms) : []
}

/** Returns the places of a block that have what is wanted, or undefined if all have it. */
export function placesWith(wanted: Wanted, placesOf: (leaf: string) => PlaceSet): PlaceSet | undefined {
  if ('text' in wanted) return placesOf(leafName(wanted))
  const sets = wanted.of.map(each => placesWith(each, placesOf))
  if (wanted.kind === 'any') return sets.includes(undefined) ? undefined : inAny(sets.filter(isSet))
  return sets.some(isSet) ? inAll(sets.filter(isSet)) : undefined
}

const isSet = (places: PlaceSet | undefined): places is PlaceSet => places !== undefined

/** Returns a different name for a term and for a prefix. */
export const leafName = ({ kind, text }: { kind: 'term' | 'prefix'; text: string }) =>
  kind === 'prefix' ? `${text}*` : `${text}=`
