import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { postsPerMark } from './mark-posts.js'

/** Where a deep page of a channel is: `offset` posts before the ID `before`, of which it has fewer than two marks' worth. */
type PageStart = { before: string; offset: number }

/** Nearer pages are found without marks. */
const farFrom = 2 * postsPerMark

/**
 * Returns where the posts of a channel after the newest `offset` ones are, by adding up the marks. Posts that were deleted or
 * appeared late in the last minute may still be counted as before.
 */
export async function seekPage(
  db: Db,
  channelId: string,
  { offset, onlyRoots }: { offset: number; onlyRoots: boolean },
): Promise<PageStart> {
  if (offset < farFrom) return { before: '~', offset }
  const [posts, roots] = onlyRoots
    ? [Prisma.sql`roots`, Prisma.sql` AND root_id = ''`]
    : [Prisma.sql`posts`, Prisma.empty]
  const [found] = await db.$queryRaw<PageStart[]>`
    WITH progress AS MATERIALIZED (SELECT up_to FROM post_mark_progress WHERE id = 1),
    newest AS MATERIALIZED (
      SELECT count(*)::int AS unmarked FROM posts
      WHERE (channel_id, id) > (${channelId}, (SELECT up_to FROM progress)) AND (channel_id, id) < (${channelId}, '~')
        AND delete_at = 0${roots}
    ),
    marks AS (
      SELECT first_id, coalesce(lag(first_id) OVER newest_first, up_to || '~') AS end_id,
        unmarked + sum(${posts}) OVER newest_first AS up_to_here, ${posts} AS here, unmarked AS later
      FROM progress, newest, post_marks WHERE channel_id = ${channelId} WINDOW newest_first AS (ORDER BY first_id DESC)
    )
    SELECT CASE WHEN later > ${offset} THEN '~' ELSE end_id END AS before,
      CASE WHEN later > ${offset} THEN ${offset} ELSE (${offset} - up_to_here + here)::int END AS offset
    FROM marks WHERE up_to_here > ${offset} OR first_id = '' ORDER BY first_id DESC LIMIT 1`
  return found ?? { before: '~', offset }
}
