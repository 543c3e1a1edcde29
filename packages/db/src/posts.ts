import { base32 } from '@posthorn/core'
import type { Post as Row } from './generated/client.js'
import type { Db } from './open.js'
import { ms } from './time.js'

export type Post = {
  id: string
  createAt: number
  updateAt: number
  editAt: number
  deleteAt: number
  userId: string
  channelId: string
  rootId: string
  originalId: string
  message: string
  html: string
  type: string
  props: Record<string, unknown>
}

/** A page of a channel's live posts, newest first; ids sort by the order of acceptance. */
export async function postsPage(db: Db, channelId: string, offset: number, limit: number): Promise<Post[]> {
  const rows = await db.post.findMany({
    where: { channelId, deleteAt: 0 },
    orderBy: { id: 'desc' },
    skip: offset,
    take: limit,
  })
  return rows.map(toPost)
}

/** Where to look from a post, which need not be there any more. */
export type Around = { id: string; side: 'before' | 'after'; offset: number; limit: number }

/** The channel's live posts next to one of them, on one side, newest first. */
export async function postsAround(
  db: Db,
  channelId: string,
  { id, side, offset, limit }: Around,
): Promise<Post[]> {
  const before = side === 'before'
  const rows = await db.post.findMany({
    where: { channelId, deleteAt: 0, id: before ? { lt: id } : { gt: id } },
    orderBy: { id: before ? 'desc' : 'asc' },
    skip: offset,
    take: limit,
  })
  return (before ? rows : rows.toReversed()).map(toPost)
}

/** Posts become visible when their transaction ends, a little after the time that they carry (design 4). */
const overlapMs = 10_000

/** As the index posts_late_idx has it. */
const lateAfterMs = 60_000

/**
 * The posts of a channel that were written, edited or deleted after `sinceMs` or in the ten seconds before, newest first;
 * of more than `limit` the latest. Nearly all are found by their id, which begins with the time of acceptance; what was
 * changed or came late, by an index that holds nothing else.
 */
export async function postsSince(db: Db, channelId: string, sinceMs: number, limit: number): Promise<Post[]> {
  const after = Math.max(0, sinceMs - overlapMs)
  const firstId = base32(Math.max(0, after - lateAfterMs), 10)
  const changed = await db.$queryRaw<{ id: string }[]>`
    SELECT id, update_at FROM (
      (SELECT id, update_at FROM posts
        WHERE channel_id = ${channelId} AND id >= ${firstId} AND update_at > ${after} AND original_id = ''
        ORDER BY id DESC LIMIT ${limit})
      UNION
      (SELECT id, update_at FROM posts
        WHERE channel_id = ${channelId} AND update_at > ${after} AND original_id = ''
          AND (update_at > create_at + 60000 OR edit_at > 0 OR delete_at > 0)
        ORDER BY update_at DESC LIMIT ${limit})
    ) AS changed ORDER BY update_at DESC LIMIT ${limit}`
  const rows = await db.post.findMany({
    where: { id: { in: changed.map(({ id }) => id) } },
    orderBy: { id: 'desc' },
  })
  return rows.map(toPost)
}

/** A post by its id, deleted ones too. */
export async function findPost(db: Db, id: string): Promise<Post | undefined> {
  const row = await db.post.findUnique({ where: { id } })
  return row ? toPost(row) : undefined
}

/** The live replies to a post. */
export async function repliesTo(db: Db, rootId: string): Promise<Post[]> {
  const rows = await db.post.findMany({ where: { rootId, NOT: { rootId: '' }, deleteAt: 0 } })
  return rows.map(toPost)
}

/** Live posts by rising id. */
export async function findPosts(db: Db, ids: string[]): Promise<Post[]> {
  const rows = await db.post.findMany({ where: { id: { in: ids }, deleteAt: 0 }, orderBy: { id: 'asc' } })
  return rows.map(toPost)
}

function toPost(row: Row): Post {
  return {
    ...row,
    createAt: ms(row.createAt),
    updateAt: ms(row.updateAt),
    editAt: ms(row.editAt),
    deleteAt: ms(row.deleteAt),
    props: row.props as Record<string, unknown>,
  }
}
