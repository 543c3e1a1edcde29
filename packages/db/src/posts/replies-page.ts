import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { fitting, type PageSize, type PostPage, towards } from './fitting.js'

/** A position in a thread. */
export type ReplyCursor = PageSize & { id: string; side: 'before' | 'after' }

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
