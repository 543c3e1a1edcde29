import { base32 } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { type Post, type StoredPost, toPost } from './posts.js'

/** Posts, and whether there are more. A page is limited in number and in bytes. */
export type PostPage = { posts: Post[]; more: boolean }

/** The maximum number of posts, and whether to include their HTML, which then counts towards the page's bytes. */
export type PageSize = { limit: number; withHtml: boolean }

/** Bytes of stored messages and props in a page. Postgres does not send the rest. */
const maxPageBytes = 1024 * 1024

/** Returns a page of a channel's live posts, newest first. IDs sort by the order of acceptance. */
export function postsPage(
  db: Db,
  channelId: string,
  offset: number,
  { limit, withHtml }: PageSize,
): Promise<PostPage> {
  const newest = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM (
      SELECT id FROM posts WHERE channel_id = ${channelId} AND delete_at = 0
      ORDER BY id DESC OFFSET ${offset} LIMIT ${limit + 1}
    ) newest`
  return fitting(db, newest, { limit, withHtml })
}

/** The user who flagged the posts, and the channels to search. */
export type Flagged = { userId: string; channelIds: string[]; offset: number }

/** Returns a page of the live posts that a user has flagged by a preference, newest first. */
export function flaggedPage(
  db: Db,
  { userId, channelIds, offset }: Flagged,
  { limit, withHtml }: PageSize,
): Promise<PostPage> {
  const flagged = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM (
      SELECT posts.id FROM preferences JOIN posts ON posts.id = preferences.name
      WHERE preferences.user_id = ${userId} AND category = 'flagged_post' AND value = 'true'
        AND posts.channel_id = ANY(${channelIds}::text[]) AND posts.delete_at = 0
      ORDER BY posts.id DESC OFFSET ${offset} LIMIT ${limit + 1}
    ) flagged`
  return fitting(db, flagged, { limit, withHtml })
}

/** A position relative to a post, which may no longer exist. */
export type Cursor = PageSize & { id: string; side: 'before' | 'after'; offset: number }

/** Returns the channel's live posts nearest to another one on one side, newest first. */
export async function postsAround(
  db: Db,
  channelId: string,
  { id, side, offset, limit, withHtml }: Cursor,
): Promise<PostPage> {
  const [condition, order] =
    side === 'before'
      ? [Prisma.sql`id < ${id}`, Prisma.sql`id DESC`]
      : [Prisma.sql`id > ${id}`, Prisma.sql`id`]
  const nearest = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY ${order}) AS place FROM (
      SELECT id FROM posts WHERE channel_id = ${channelId} AND delete_at = 0 AND ${condition}
      ORDER BY ${order} OFFSET ${offset} LIMIT ${limit + 1}
    ) nearest`
  const { posts, more } = await fitting(db, nearest, { limit, withHtml })
  return { posts: side === 'before' ? posts : posts.toReversed(), more }
}

/**
 * Posts become visible when their transaction commits, a little after their timestamp (docs/behaviour.md,
 * channels).
 */
const overlapMs = 10_000

/** The same expression as in the index posts_late_idx. */
const lateAfterMs = 60_000

/**
 * Returns the posts of a channel created, edited or deleted after `sinceMs` or in the ten seconds before, newest
 * first. If there are more than `limit` or than a page holds, returns the latest. Finds nearly all by ID, which
 * begins with the time of acceptance, and edited or late ones by an index that contains only those.
 */
export async function postsSince(
  db: Db,
  channelId: string,
  sinceMs: number,
  { limit, withHtml }: PageSize,
): Promise<PostPage> {
  const after = Math.max(0, sinceMs - overlapMs)
  const firstId = base32(Math.max(0, after - lateAfterMs), 10)
  const changed = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY update_at DESC, id DESC) AS place FROM (
      (SELECT id, update_at FROM posts
        WHERE channel_id = ${channelId} AND id >= ${firstId} AND update_at > ${after} AND original_id = ''
        ORDER BY id DESC LIMIT ${limit + 1})
      UNION
      (SELECT id, update_at FROM posts
        WHERE channel_id = ${channelId} AND update_at > ${after} AND original_id = ''
          AND (update_at > create_at + 60000 OR edit_at > 0 OR delete_at > 0)
        ORDER BY update_at DESC LIMIT ${limit + 1})
    ) AS changed`
  const { posts, more } = await fitting(db, changed, { limit, withHtml })
  return { posts: posts.toSorted((one, other) => (one.id < other.id ? 1 : -1)), more }
}

/** Returns the live replies to a post after the reply `after`, oldest first. */
export function repliesPage(
  db: Db,
  rootId: string,
  after: string,
  { limit, withHtml }: PageSize,
): Promise<PostPage> {
  const replies = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY id) AS place FROM (
      SELECT id FROM posts WHERE root_id = ${rootId} AND root_id <> '' AND delete_at = 0 AND id > ${after}
      ORDER BY id LIMIT ${limit + 1}
    ) replies`
  return fitting(db, replies, { limit, withHtml })
}

/**
 * Returns the posts that `wanted` lists, in the order of its `place`: as many as a page holds, and at least one.
 * Postgres sums up the lengths, because a thousand long posts are many mebibytes. Deleted posts have no content.
 */
export async function fitting(
  db: Pick<Db, '$queryRaw'>,
  wanted: Prisma.Sql,
  { limit, withHtml }: PageSize,
): Promise<PostPage> {
  const html = withHtml ? Prisma.sql`, html` : Prisma.empty
  const htmlBytes = withHtml ? Prisma.sql` + octet_length(html)` : Prisma.empty
  const rows = await db.$queryRaw<(StoredPost & { found: number })[]>`
    SELECT id, create_at AS "createAt", update_at AS "updateAt", edit_at AS "editAt", delete_at AS "deleteAt",
      user_id AS "userId", channel_id AS "channelId", root_id AS "rootId", original_id AS "originalId", message, type,
      props, found${html}
    FROM (
      SELECT posts.*, place, (count(*) OVER ())::int AS found, sum(bytes) OVER (ORDER BY place) - bytes AS bytes_before
      FROM (${wanted}) wanted JOIN posts USING (id), LATERAL (
        SELECT CASE WHEN delete_at > 0 THEN 0 ELSE octet_length(message) + octet_length(props::text)${htmlBytes} END AS bytes
      ) size
    ) page
    WHERE place <= ${limit} AND bytes_before < ${maxPageBytes} ORDER BY place`
  return { posts: rows.map(({ found: _, ...row }) => toPost(row)), more: (rows[0]?.found ?? 0) > rows.length }
}
