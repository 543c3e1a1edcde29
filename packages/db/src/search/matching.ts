import { textArray } from '../connection/parameters.js'
import { lowerCase, lowerCaseOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { hasSql } from './has-sql.js'
import type { SearchedPart, SearchedTerm } from './search-terms.js'

/** What a post must have. */
export type Searching = {
  channelIds: string[]
  /** Only posts of these users. Absent for all. */
  userIds?: string[] | undefined
  terms: SearchedTerm[]
  /** Whether one matching term is enough. */
  isAnyEnough: boolean
  /** What the posts contain besides words. */
  has?: SearchedPart[] | undefined
  /** Only posts with IDs from `first` and before `end`. */
  first?: string | undefined
  end?: string | undefined
  limit: number
  withHtml: boolean
}

/** A search whose channels are encoded once, as an array of Postgres. */
export type Search = Searching & { channels: Buffer }

/** Returns the SQL of the text of posts as the conditions below need it. It only suits searches for these terms. */
export const loweredFor = ({ terms }: Searching): Prisma.Sql => lowerCase('message', textsOf(terms))

/** Returns the SQL of whether the post is of the wanted kind, apart from its words. */
export function isOfKind({ userIds, has = [], first, end }: Searching): Prisma.Sql {
  const conditions = [
    Prisma.sql`NOT starts_with(type, 'system_')`,
    ...(userIds ? [Prisma.sql`user_id = ANY(${textArray(userIds)}::text[])`] : []),
    ...(first === undefined ? [] : [Prisma.sql`id >= ${first}`]),
    ...(end === undefined ? [] : [Prisma.sql`id < ${end}`]),
    ...has.map(part => Prisma.raw(hasSql(part))),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** Returns the SQL of whether the text has the terms as words. `lowered` is a column. */
export function haveWords(search: Searching): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${haveCharacters(search)} THEN ${isInWords(search)} ELSE false END`
}

/** Returns the same SQL, which is slow for texts without the characters of the terms. */
export function isInWords({ terms, isAnyEnough }: Searching): Prisma.Sql {
  if (terms.length === 0) return Prisma.sql`true`
  const queries = [Prisma.sql`''::tsquery`, ...terms.map(term => queryOf(term, textsOf(terms)))]
  return Prisma.sql`to_tsvector('simple', lowered) @@ ${once(Prisma.join(queries, isAnyEnough ? ' || ' : ' && '))}`
}

/** Computes an expression once. In the plan of a prepared statement, Postgres would compute it for each post. */
const once = (expression: Prisma.Sql) => Prisma.sql`(SELECT ${expression})`

const textsOf = (terms: SearchedTerm[]) => terms.map(({ text }) => text)

/**
 * Returns the SQL of whether the text has the characters of the terms, which is fast to check. `lowered` is a column.
 * Words of up to three letters occur as parts of longer words in nearly every post, so they are matched as whole
 * words, all in one pass. Postgres finds word boundaries only where these expressions do, or in fewer places.
 */
export function haveCharacters({ terms, isAnyEnough }: Searching): Prisma.Sql {
  const isShort = ({ kind, text }: SearchedTerm) => kind === 'word' && /^[a-z0-9]{1,3}$/i.test(text)
  const short = terms.filter(isShort).map(({ text }) => text.toLowerCase())
  const together = isAnyEnough && short.length > 0 ? [short.join('|')] : short
  const conditions = [
    ...together.map(words => Prisma.sql`lowered ~ ${`(^|[^a-z])(${words})($|[^a-z0-9])`}`),
    ...terms.filter(term => !isShort(term)).map(term => hasCharacters(term, textsOf(terms))),
  ]
  if (conditions.length === 0) return Prisma.sql`true`
  return Prisma.sql`(${Prisma.join(conditions, isAnyEnough ? ' OR ' : ' AND ')})`
}

function hasCharacters({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  const parts = kind === 'phrase' ? text.split(/[^\p{L}\p{N}]+/u).filter(part => part !== '') : [text]
  const found = parts.map(part => Prisma.sql`strpos(lowered, ${once(lowerCaseOf(part, wanted))}) > 0`)
  const inRow = parts.length > 1 && !skipped.test(text) ? [areInRow(parts, wanted)] : []
  return found.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join([...found, ...inRow], ' AND ')})`
}

/** Postgres finds no words in tags, entities and the beginnings of addresses, so they may be between the words of a phrase. */
const skipped = /[<&]|:\/\//

/** Returns the SQL of whether the parts of a phrase follow each other. Splitting the text into words takes ten times as long. */
function areInRow(parts: string[], wanted: string[]): Prisma.Sql {
  const between = parts.every(part => /^[a-z]+$/i.test(part)) ? '[^a-z0-9]+' : '[^a-z0-9]*'
  const end = /[a-z0-9]$/i.test(parts.at(-1) ?? '') ? '($|[^a-z0-9])' : ''
  return Prisma.sql`(lowered ~ ${once(lowerCaseOf(parts.join(between) + end, wanted))} OR lowered ~ ${skipped.source})`
}

function queryOf({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  if (kind === 'phrase') return Prisma.sql`phraseto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  if (kind !== 'prefix') return Prisma.sql`plainto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  const beginning = `'${text.replace(/['\\]/g, ' ')}':*`
  return Prisma.sql`to_tsquery('simple', ${lowerCaseOf(beginning, wanted)})`
}
