import { type SearchedPart, searchedParts } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/text-array.js'
import { lowerCase } from '../connection/words.js'
import { hasSql } from './has-sql.js'
import type { Searching } from './matching.js'
import { inAll, inAny, type PlaceSet } from './places.js'

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

/** Returns what the index must have, which may be nothing. A post that matches the search has it. */
export async function wantedTerms(db: Pick<Db, 'pool'>, search: Searching): Promise<Wanted> {
  const { userIds, has = [], isAnyEnough } = search
  const words = await lexemesOf(db, search)
  const termsOf: Wanted[] = words
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => ({ kind: 'all', of: of.map(text => ({ kind, text })) }))
  return {
    kind: 'all',
    of: [
      ...(isAnyEnough && words.length > 0 ? [{ kind: 'any' as const, of: termsOf }] : termsOf),
      ...(userIds ? [{ kind: 'any' as const, of: userIds.map(id => term(from(id))) }] : []),
      ...has.map(part => term(having(part))),
    ],
  }
}

export const term = (text: string): Wanted => ({ kind: 'term', text })

/** Splits each searched term into words as Postgres does in the index. */
async function lexemesOf({ pool }: Pick<Db, 'pool'>, { terms }: Searching) {
  if (terms.length === 0) return []
  const { rows } = await pool.query<{ of: string[] }>({
    name: 'words of terms',
    text: `SELECT tsvector_to_array(to_tsvector('simple', ${lowerCase('text').sql})) AS of
      FROM unnest($1::text[]) WITH ORDINALITY AS row (text, place) ORDER BY place`,
    values: [textArray(terms.map(({ text }) => text))],
  })
  return rows.map(({ of }, at) => ({
    kind: terms[at]?.kind === 'prefix' ? ('prefix' as const) : ('term' as const),
    of,
  }))
}

/** Returns the terms and the prefixes in what is wanted. */
export function leavesOf(wanted: Wanted): { kind: 'term' | 'prefix'; text: string }[] {
  return 'text' in wanted ? [wanted] : wanted.of.flatMap(leavesOf)
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
