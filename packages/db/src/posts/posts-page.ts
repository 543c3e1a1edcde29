import { base32 } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { fitting, type PageSize, type PostPage, towards } from './fitting.js'

/** A page of a channel, with or without replies. */
type ChannelPageSize = PageSize & { onlyRoots: boolean }

/** Returns a page of a channel's live posts, newest first. IDs sort by the order of acceptance. */
export async function postsPage(
  db: Db,
  channelId: string,
  offset: number,
  { limit, withHtml, onlyRoots }: ChannelPageSize,
): Promise<PostPage> {
  return postsAround(db, channelId, { id: '~', side: 'before', offset, limit, withHtml, onlyRoots })
}

/**
 * The posts of a channel between two IDs. With `channel_id = …`, the planner may read all channels' posts by ID, until enough
 * are of this one: a big channel that has been silent for a year would take seconds.
 */
function livePosts(channelId: string, onlyRoots: boolean, { after = '', before = '~' } = {}): Prisma.Sql {
  const roots = onlyRoots ? Prisma.sql` AND root_id = ''` : Prisma.empty
  return Prisma.sql`(channel_id, id) > (${channelId}, ${after}) AND (channel_id, id) < (${channelId}, ${before})
    AND delete_at = 0${roots}`
}

/** The user who flagged the posts, and the channels to search. */
type Flagged = { userId: string; channelIds: string[]; offset: number }

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
export type Cursor = ChannelPageSize & { id: string; side: 'before' | 'after'; offset: number }

/** Returns the channel's live posts nearest to another one on one side, newest first. */
export async function postsAround(
  db: Db,
  channelId: string,
  { id, side, offset, limit, withHtml, onlyRoots }: Cursor,
): Promise<PostPage> {
  const [, order] = towards(side, id)
  const channelOrder = side === 'before' ? Prisma.sql`channel_id DESC` : Prisma.sql`channel_id`
  const range = side === 'before' ? { before: id } : { after: id }
  const nearest = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY ${order}) AS place FROM (
      SELECT id FROM posts WHERE ${livePosts(channelId, onlyRoots, range)}
      ORDER BY ${channelOrder}, ${order} OFFSET ${offset} LIMIT ${limit + 1}
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

/** A position in a thread. */
type ReplyCursor = PageSize & { id: string; side: 'before' | 'after' }

/** Returns the live replies to a post that are nearest to a position on one side, oldest first. */
export async function repliesPage(
  db: Db,
  rootId: string,
  { id, side, limit, withHtml }: ReplyCursor,
): Promise<PostPage> {
  const [condition, order] = towards(side, id)
  const replies = Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY ${order}) AS place FROM (
      SELECT id FROM posts WHERE root_id = ${rootId} AND root_id <> '' AND delete_at = 0 AND ${condition}
      ORDER BY ${order} LIMIT ${limit + 1}
    ) replies`
  const { posts, more } = await fitting(db, replies, { limit, withHtml })
  return { posts: side === 'before' ? posts.toReversed() : posts, more }
}

/** Returns the posts with these IDs in the order of the list, as many as a page holds, even if deleted. */
export function postsWithIds(db: Db, ids: string[], withHtml: boolean): Promise<PostPage> {
  const wanted = Prisma.sql`SELECT id, place FROM unnest(${ids}::text[]) WITH ORDINALITY AS wanted (id, place)`
  return fitting(db, wanted, { limit: ids.length, withHtml })
}
