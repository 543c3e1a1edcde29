import { textArray } from '../connection/parameters.js'
import { lowerCase, lowerCaseOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import type { SearchedPart, SearchedTerm } from './search-terms.js'
import { hasSql } from './segments.js'

/**
 * What a post must have: an author among `userIds`, unless they are absent, an ID from `first` on and before `end`, and the terms, or
 * one of them if `isAnyEnough`. `has`: what it contains besides words.
 */
export type Searching = {
  channelIds: string[]
  userIds?: string[] | undefined
  terms: SearchedTerm[]
  isAnyEnough: boolean
  has?: SearchedPart[] | undefined
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
export function isOfKind({ userIds, has = [], first = '', end = '~' }: Searching): Prisma.Sql {
  const conditions = [
    Prisma.sql`NOT starts_with(type, 'system_') AND id >= ${first} AND id < ${end}`,
    ...(userIds ? [Prisma.sql`user_id = ANY(${textArray(userIds)}::text[])`] : []),
    ...has.map(part => Prisma.raw(hasSql(part))),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** Returns the SQL of whether the text has the terms as words, which is slow. `lowered` is a column. */
export function isInWords(search: Searching): Prisma.Sql {
  if (search.terms.length === 0) return Prisma.sql`true`
  return Prisma.sql`to_tsvector('simple', lowered) @@ ${once(wordsQuery(search))}`
}

/** Returns the SQL of the terms as a `tsquery`. */
export function wordsQuery({ terms, isAnyEnough }: Searching): Prisma.Sql {
  const queries = [Prisma.sql`''::tsquery`, ...terms.map(term => queryOf(term, textsOf(terms)))]
  return Prisma.join(queries, isAnyEnough ? ' || ' : ' && ')
}

/** Computes an expression once. In the plan of a prepared statement, Postgres would compute it for each post. */
const once = (expression: Prisma.Sql) => Prisma.sql`(SELECT ${expression})`

const textsOf = (terms: SearchedTerm[]) => terms.map(({ text }) => text)

/** Returns the SQL of whether the text has the characters of the terms, which is fast to check. `lowered` is a column. */
export function haveCharacters({ terms, isAnyEnough }: Searching): Prisma.Sql {
  const conditions = terms.map(term => hasCharacters(term, textsOf(terms)))
  return conditions.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`(${Prisma.join(conditions, isAnyEnough ? ' OR ' : ' AND ')})`
}

/**
 * Words of up to three letters occur as parts of longer words in nearly every post, so they are matched as whole words. Postgres
 * finds word boundaries only where this expression does, or in fewer places.
 */
function hasCharacters({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  const parts = kind === 'phrase' ? text.split(/[^\p{L}\p{N}]+/u).filter(part => part !== '') : [text]
  const found = parts.map(part =>
    kind !== 'prefix' && /^[a-z0-9]{1,3}$/i.test(part)
      ? Prisma.sql`lowered ~ ${`(^|[^a-z])${part.toLowerCase()}($|[^a-z0-9])`}`
      : Prisma.sql`strpos(lowered, ${once(lowerCaseOf(part, wanted))}) > 0`,
  )
  return found.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(found, ' AND ')})`
}

function queryOf({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  if (kind === 'phrase') return Prisma.sql`phraseto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  if (kind !== 'prefix') return Prisma.sql`plainto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  const beginning = `'${text.replace(/['\\]/g, ' ')}':*`
  return Prisma.sql`to_tsquery('simple', ${lowerCaseOf(beginning, wanted)})`
}
