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
