import { deliveryOf } from '@posthorn/core'
import type { Db } from '../connection/open.js'

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
