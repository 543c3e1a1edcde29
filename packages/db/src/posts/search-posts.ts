import type { SearchedTerm } from '@posthorn/core'
import { isStatementTimeout } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { lowerCase, lowerCaseOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { fitting, type PostPage } from './posts-page.js'

/** The newest posts that a search looks at, evenly of its channels. */
export const maxSearchedPosts = 50_000

export type Searching = {
  channelIds: string[]
  /** Only posts of these users; of all where it is absent. */
  userIds?: string[] | undefined
  terms: SearchedTerm[]
  /** Whether one of the terms is enough. */
  isAnyEnough: boolean
  limit: number
  withHtml: boolean
  timeoutMs: number
}

export type FoundPosts = { outcome: 'found'; page: PostPage } | { outcome: 'search_too_slow' }

/**
 * Live posts of people and hooks with these terms in their message, newest first. There is no index of words: it would make
 * writing a post some times as dear (ARCHITECTURE.md, Reversals). What is looked at is bounded instead, in posts and in time.
 */
export async function searchPosts(db: Db, search: Searching): Promise<FoundPosts> {
  const { limit, withHtml, timeoutMs } = search
  const wanted = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM (${matching(search)} LIMIT ${limit + 1}) found`
  const ask = db.$transaction(
    async tx => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`
      return fitting(tx, wanted, { limit, withHtml })
    },
    { timeout: timeoutMs * 2 },
  )
  return ask.then(
    (page): FoundPosts => ({ outcome: 'found', page }),
    (error: unknown) => {
      if (isStatementTimeout(error)) return { outcome: 'search_too_slow' }
      throw error
    },
  )
}

/**
 * First by their characters, which is quick, and put in order; then, of one after another until there are enough, by their
 * words.
 */
function matching({ channelIds, userIds, terms, isAnyEnough }: Searching): Prisma.Sql {
  const share = Math.ceil(maxSearchedPosts / Math.max(1, channelIds.length))
  const texts = terms.map(({ text }) => text)
  const said = lowerCase('message', texts)
  const together = (conditions: Prisma.Sql[]) =>
    conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, isAnyEnough ? ' OR ' : ' AND ')
  return Prisma.sql`
    SELECT id FROM (
      SELECT newest.id FROM unnest(${channelIds}::text[]) AS channel (id) CROSS JOIN LATERAL (
        SELECT id, user_id, type, ${said} AS said FROM posts
        WHERE channel_id = channel.id AND delete_at = 0 ORDER BY id DESC LIMIT ${share}
      ) newest
      WHERE NOT starts_with(type, 'system_') AND ${userIds ? Prisma.sql`user_id = ANY(${userIds}::text[])` : Prisma.sql`true`}
        AND (${together(terms.map(term => hasCharacters(term, texts)))})
      ORDER BY newest.id DESC OFFSET 0
    ) likely
    WHERE ${terms.length === 0} OR (
      SELECT ${together(terms.map(term => hasWords(term, texts)))}
      FROM (SELECT to_tsvector('simple', ${said}) AS words FROM posts WHERE posts.id = likely.id) one)`
}

function hasCharacters({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  const parts = kind === 'phrase' ? text.split(/[^\p{L}\p{N}]+/u) : [text]
  const found = parts.map(part => Prisma.sql`strpos(said, ${lowerCaseOf(part, wanted)}) > 0`)
  return Prisma.sql`(${Prisma.join(found, ' AND ')})`
}

function hasWords({ kind, text }: SearchedTerm, wanted: string[]): Prisma.Sql {
  if (kind === 'phrase') return Prisma.sql`words @@ phraseto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  if (kind !== 'prefix') return Prisma.sql`words @@ plainto_tsquery('simple', ${lowerCaseOf(text, wanted)})`
  const beginning = `'${text.replace(/['\\]/g, ' ')}':*`
  return Prisma.sql`words @@ to_tsquery('simple', ${lowerCaseOf(beginning, wanted)})`
}
