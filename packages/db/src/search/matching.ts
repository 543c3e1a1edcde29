import type { SearchedPart, SearchedTerm } from '@posthorn/core'
import { lowerCase, lowerCaseOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { hasSql } from './has-sql.js'

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

/** Returns the SQL of the columns of posts that the conditions below need. */
export function columnsFor({ terms }: Searching): Prisma.Sql {
  const lowered = lowerCase('message', textsOf(terms))
  return Prisma.sql`id, user_id, type, html, ${lowered} AS lowered`
}

/** Returns the SQL of what is fast to check: whether the post is of the wanted kind, and has the characters of the terms. */
export function isLikely({ userIds, terms, isAnyEnough, has = [], first, end }: Searching): Prisma.Sql {
  const conditions = [
    Prisma.sql`NOT starts_with(type, 'system_')`,
    ...(userIds ? [Prisma.sql`user_id = ANY(${userIds}::text[])`] : []),
    ...(first === undefined ? [] : [Prisma.sql`id >= ${first}`]),
    ...(end === undefined ? [] : [Prisma.sql`id < ${end}`]),
    ...has.map(part => Prisma.raw(hasSql(part))),
    Prisma.sql`(${haveCharacters(terms, isAnyEnough)})`,
  ]
  return Prisma.join(conditions, ' AND ')
}

/** Returns the SQL of whether the text has the terms as words. `lowered` is SQL. */
export function hasWords({ terms, isAnyEnough }: Searching, lowered: Prisma.Sql): Prisma.Sql {
  if (terms.length === 0) return Prisma.sql`true`
  const queries = [Prisma.sql`''::tsquery`, ...terms.map(term => queryOf(term, textsOf(terms)))]
  return Prisma.sql`to_tsvector('simple', ${lowered}) @@ (${Prisma.join(queries, isAnyEnough ? ' || ' : ' && ')})`
}

const textsOf = (terms: SearchedTerm[]) => terms.map(({ text }) => text)

/**
 * Words of up to three letters occur as parts of longer words in nearly every post, so they are matched as whole
 * words, all in one pass. Postgres finds word boundaries only where these expressions do, or in fewer places.
 */
function haveCharacters(terms: SearchedTerm[], isAnyEnough: boolean): Prisma.Sql {
  const isShort = ({ kind, text }: SearchedTerm) => kind === 'word' && /^[a-z0-9]{1,3}$/i.test(text)
  const short = terms.filter(isShort).map(({ text }) => text.toLowerCase())
  const together = isAnyEnough && short.length > 0 ? [short.join('|')] : short
  const conditions = [
    ...together.map(words => Prisma.sql`lowered ~ ${`(^|[^a-z])(${words})($|[^a-z0-9])`}`),
    ...terms.filter(term => !isShort(term)).map(term => hasCharacters(term, textsOf(terms))),
  ]
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, isAnyEnough ? ' OR ' : ' AND ')
}

function hasCharacters({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  const parts = kind === 'phrase' ? text.split(/[^\p{L}\p{N}]+/u) : [text]
  const found = parts.map(part => Prisma.sql`strpos(lowered, ${lowerCaseOf(part, wanted)}) > 0`)
  return Prisma.sql`(${Prisma.join(found, ' AND ')})`
}

function queryOf({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  if (kind === 'phrase') return Prisma.sql`phraseto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  if (kind !== 'prefix') return Prisma.sql`plainto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  const beginning = `'${text.replace(/['\\]/g, ' ')}':*`
  return Prisma.sql`to_tsquery('simple', ${lowerCaseOf(beginning, wanted)})`
}
