import { deliveryOf } from '@posthorn/core'
import { frequentStatements } from '../connection/frequent-statements.js'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { type Post, type StoredPost, toPost } from './posts.js'
import { findThreads, hasReplies } from './threads.js'

/** Posts, and whether there are more. A page is limited in number and in bytes. */
export type PostPage = { posts: Post[]; more: boolean }

/** The maximum number of posts, and whether to include their HTML, which then counts towards the page's bytes. */
export type PageSize = { limit: number; withHtml: boolean }

const runPage = frequentStatements('page', 50)

/** Bytes of stored messages and props in a page. Postgres does not send the rest. */
const maxPageBytes = 1024 * 1024

/** Returns the SQL of the condition and the order of posts on one side of another, the nearest first. */
export function towards(side: 'before' | 'after', id: string): [condition: Prisma.Sql, order: Prisma.Sql] {
  return side === 'before'
    ? [Prisma.sql`id < ${id}`, Prisma.sql`id DESC`]
    : [Prisma.sql`id > ${id}`, Prisma.sql`id`]
}

/**
 * Returns the posts that `wanted` lists, in the order of its `place`: as many as a page holds, and at least one.
 * Postgres sums up the lengths, because a thousand long posts are many mebibytes. Deleted posts have no content.
 */
export async function fitting(
  db: Pick<Db, 'pool'>,
  wanted: Prisma.Sql,
  { limit, withHtml }: PageSize,
): Promise<PostPage> {
  const html = withHtml ? Prisma.sql`, html, html_version AS "htmlVersion"` : Prisma.empty
  const htmlBytes = withHtml ? Prisma.sql` + octet_length(html)` : Prisma.empty
  const rows = await runPage<StoredPost & { found: number; hasReplies: boolean }>(
    db,
    Prisma.sql`
    SELECT id, create_at::float8 AS "createAt", update_at::float8 AS "updateAt", edit_at::float8 AS "editAt",
      delete_at::float8 AS "deleteAt", user_id AS "userId", channel_id AS "channelId", root_id AS "rootId",
      original_id AS "originalId", message, type, props, files, found, ${hasReplies(Prisma.sql`page.id`)} AS "hasReplies"${html}
    FROM (
      SELECT posts.*, place, (count(*) OVER ())::int AS found, sum(bytes) OVER (ORDER BY place) - bytes AS bytes_before
      FROM (${wanted}) wanted JOIN posts USING (id), LATERAL (
        SELECT CASE WHEN delete_at > 0 THEN 0 ELSE octet_length(message) + octet_length(props::text)
          + coalesce(octet_length(files::text), 0)${htmlBytes} END AS bytes
      ) size
    ) page
    WHERE place <= ${limit} AND bytes_before < ${maxPageBytes} ORDER BY place`,
  )
  const threads = await findThreads(
    db,
    rows.flatMap(({ id, hasReplies }) => (hasReplies ? [id] : [])),
  )
  const posts = rows.map(({ found: _, hasReplies: __, ...row }) => {
    const thread = threads.get(row.id)
    return { ...toPost(row), ...(thread && { thread }) }
  })
  return { posts, more: (rows[0]?.found ?? 0) > rows.length }
}

/** Characters of a post's HTML that its first words are read from. */
const maxHtmlLength = 2000

/** The beginning of a live post's HTML, which may end inside a tag. `setBy`: the delivery that made this content. */
export type PostBeginning = { id: string; html: string; setBy: string }

/** Returns the beginnings of these posts, without deleted ones. */
export async function findBeginnings(db: Db, ids: string[]): Promise<PostBeginning[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<{ id: string; html: string; deliveryId: string }[]>`
    SELECT id, left(html, ${maxHtmlLength}) AS html, delivery_id AS "deliveryId" FROM posts
    WHERE id = ANY(${ids}::text[]) AND delete_at = 0`
  return rows.map(({ id, html, deliveryId }) => ({ id, html, setBy: deliveryId || deliveryOf(id) }))
}
