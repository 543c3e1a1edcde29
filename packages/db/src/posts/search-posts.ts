import type { SearchedTerm } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { lowerCase, lowerCaseOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { fitting, type PostPage } from './fitting.js'

/** The newest posts that a search examines, spread evenly over its channels. */
export const maxSearchedPosts = 50_000

export type Searching = {
  channelIds: string[]
  /** Only posts of these users. Absent for all. */
  userIds?: string[] | undefined
  terms: SearchedTerm[]
  /** Whether one matching term is enough. */
  isAnyEnough: boolean
  limit: number
  withHtml: boolean
}

/**
 * Returns live posts of users and hooks with these terms in their message, newest first. There is no index of
 * words, because it would multiply the cost of writing a post (docs/decisions.md, reversals). Searches are bounded
 * in posts and time instead.
 */
export function searchPosts(db: Db, search: Searching): Promise<PostPage> {
  const { limit, withHtml } = search
  const wanted = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM (${matching(search)} LIMIT ${limit + 1}) found`
  return fitting(db, wanted, { limit, withHtml })
}

/**
 * Matches substrings first, which is fast, and sorts the posts. Then matches whole words, post by post, until there are
 * enough.
 */
function matching({ channelIds, userIds, terms, isAnyEnough }: Searching): Prisma.Sql {
  const share = Math.ceil(maxSearchedPosts / Math.max(1, channelIds.length))
  const texts = terms.map(({ text }) => text)
  const lowered = lowerCase('message', texts)
  const likely = haveCharacters(terms, isAnyEnough)
  const queries = [Prisma.sql`''::tsquery`, ...terms.map(term => queryOf(term, texts))]
  const query = Prisma.join(queries, isAnyEnough ? ' || ' : ' && ')
  return Prisma.sql`
    SELECT id FROM (
      SELECT newest.id FROM unnest(${channelIds}::text[]) AS channel (id) CROSS JOIN LATERAL (
        SELECT id, user_id, type, ${lowered} AS lowered FROM posts
        WHERE channel_id = channel.id AND delete_at = 0 ORDER BY id DESC LIMIT ${share}
      ) newest
      WHERE NOT starts_with(type, 'system_') AND ${userIds ? Prisma.sql`user_id = ANY(${userIds}::text[])` : Prisma.sql`true`}
        AND (${likely})
      ORDER BY newest.id DESC OFFSET 0
    ) likely
    WHERE ${terms.length === 0} OR (
      SELECT to_tsvector('simple', ${lowered}) @@ (${query}) FROM posts WHERE posts.id = likely.id)`
}

/**
 * Words of up to three letters occur as parts of longer words in nearly every post, so they are matched as whole
 * words, all in one pass. Postgres finds word boundaries only where these expressions do, or in fewer places.
 */
function haveCharacters(terms: SearchedTerm[], isAnyEnough: boolean): Prisma.Sql {
  const texts = terms.map(({ text }) => text)
  const isShort = ({ kind, text }: SearchedTerm) => kind === 'word' && /^[a-z0-9]{1,3}$/i.test(text)
  const short = terms.filter(isShort).map(({ text }) => text.toLowerCase())
  const together = isAnyEnough && short.length > 0 ? [short.join('|')] : short
  const conditions = [
    ...together.map(words => Prisma.sql`lowered ~ ${`(^|[^a-z])(${words})($|[^a-z0-9])`}`),
    ...terms.filter(term => !isShort(term)).map(term => hasCharacters(term, texts)),
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
