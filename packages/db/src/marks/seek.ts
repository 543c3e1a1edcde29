import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { postsPerMark } from './mark-posts.js'

/** The place of a page in a channel: `offset` posts beyond `id`, of which it has fewer than two marks' worth. */
export type PageStart = { id: string; offset: number }

/** The posts to pass, from those next to `id` on, and whether replies count. */
type Passed = PageStart & { onlyRoots: boolean }

/** Nearer pages are found without marks. */
const farFrom = 2 * postsPerMark

/** More than an offset can be. */
const endless = 1_000_000_000

function countedAs(onlyRoots: boolean): [marked: Prisma.Sql, isLive: Prisma.Sql] {
  return onlyRoots
    ? [Prisma.sql`roots`, Prisma.sql`delete_at = 0 AND root_id = ''`]
    : [Prisma.sql`posts`, Prisma.sql`delete_at = 0`]
}

/**
 * Returns where the posts of a channel `offset` posts before `id` are, by adding up the marks. Posts that were deleted or
 * appeared late in the last minute may still be counted as before.
 */
export async function seekBefore(
  db: Db,
  channelId: string,
  { id, offset, onlyRoots }: Passed,
): Promise<PageStart> {
  if (offset < farFrom) return { id, offset }
  const [marked, isLive] = countedAs(onlyRoots)
  const [found] = await db.$queryRaw<PageStart[]>`
    WITH start AS MATERIALIZED (
      SELECT CASE WHEN ${id} > up_to THEN up_to || '~' ELSE (
        SELECT max(first_id) FROM post_marks WHERE channel_id = ${channelId} AND first_id <= ${id}
      ) END AS begins FROM post_mark_progress WHERE id = 1
    ),
    near AS MATERIALIZED (
      SELECT count(*)::int AS count FROM posts
      WHERE channel_id = ${channelId} AND id >= (SELECT begins FROM start) AND id < ${id} AND ${isLive}
    ),
    marks AS (
      SELECT first_id, coalesce(lag(first_id) OVER newest_first, begins) AS end_id, near.count AS near,
        near.count + sum(${marked}) OVER newest_first AS up_to_here, ${marked} AS here
      FROM start, near, post_marks m WHERE channel_id = ${channelId} AND first_id < begins
      WINDOW newest_first AS (ORDER BY first_id DESC)
    )
    SELECT CASE WHEN near > ${offset} THEN ${id} ELSE end_id END AS id,
      CASE WHEN near > ${offset} THEN ${offset} ELSE (${offset} - up_to_here + here)::int END AS offset
    FROM marks WHERE up_to_here > ${offset} OR first_id = '' ORDER BY first_id DESC LIMIT 1`
  return found ?? { id, offset }
}

/** Returns the same for posts after `id`, oldest first. */
export async function seekAfter(
  db: Db,
  channelId: string,
  { id, offset, onlyRoots }: Passed,
): Promise<PageStart> {
  if (offset < farFrom) return { id, offset }
  const [marked, isLive] = countedAs(onlyRoots)
  const [found] = await db.$queryRaw<PageStart[]>`
    WITH start AS MATERIALIZED (
      SELECT up_to, coalesce((
        SELECT min(first_id) FROM post_marks WHERE channel_id = ${channelId} AND first_id > ${id}
      ), up_to || '~') AS ends FROM post_mark_progress WHERE id = 1
    ),
    near AS MATERIALIZED (
      SELECT count(*)::int AS count FROM posts
      WHERE channel_id = ${channelId} AND id > ${id} AND id < (SELECT ends FROM start) AND ${isLive}
    ),
    marks AS (
      SELECT first_id, near.count AS near, near.count + sum(here) OVER oldest_first AS up_to_here, here
      FROM near, (
        SELECT first_id, ${marked} AS here FROM start, post_marks WHERE channel_id = ${channelId} AND first_id >= ends
        UNION ALL SELECT up_to || '~', ${endless} FROM start
      ) each WINDOW oldest_first AS (ORDER BY first_id)
    ),
    reached AS (
      SELECT * FROM marks WHERE up_to_here > ${offset} ORDER BY first_id LIMIT 1
    )
    SELECT CASE WHEN near > ${offset} THEN ${id} ELSE greatest(${id}, (
        SELECT max(id) FROM posts WHERE channel_id = ${channelId} AND id < first_id
      )) END AS id,
      CASE WHEN near > ${offset} THEN ${offset} ELSE (${offset} - up_to_here + here)::int END AS offset
    FROM reached`
  return found ?? { id, offset }
}
