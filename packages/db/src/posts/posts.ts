import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { Post as Row } from '../generated/client.js'

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
  type: string
  props: Record<string, unknown>
  /** The message and its attachments, rendered; absent where a page was read without. */
  html?: string
}

/** A post by its id, deleted ones too. */
export async function findPost(db: Db, id: string): Promise<Post | undefined> {
  const row = await db.post.findUnique({ where: { id } })
  return row ? toPost(row) : undefined
}

/** Live posts by rising id. */
export async function findPosts(db: Db, ids: string[]): Promise<Post[]> {
  const rows = await db.post.findMany({ where: { id: { in: ids }, deleteAt: 0 }, orderBy: { id: 'asc' } })
  return rows.map(toPost)
}

/** The first posts that a delivery became, in order, deleted ones too. Their ids share all but its last two characters. */
export async function postsOfDelivery(db: Db, deliveryId: string, limit: number): Promise<Post[]> {
  const rows = await db.post.findMany({
    where: { id: { gt: deliveryId, lte: `${deliveryId.slice(0, -2)}zz` } },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map(toPost)
}

/** As much of a row as a post is made of. */
export type StoredPost = Omit<Row, 'html' | 'htmlVersion'> & { html?: string }

export function toPost(row: StoredPost): Post {
  return {
    ...row,
    createAt: ms(row.createAt),
    updateAt: ms(row.updateAt),
    editAt: ms(row.editAt),
    deleteAt: ms(row.deleteAt),
    props: row.props as Record<string, unknown>,
  }
}
