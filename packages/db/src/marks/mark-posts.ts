import { base32 } from '@posthorn/core'
import type { QueryResult } from 'pg'
import { type Db, dbTimeMs } from '../connection/open.js'

/** Posts that one step counts, and the fewest between two marks, except after the last. */
export const postsPerMark = 2048

/** Later posts are in the index posts_late_idx, because they were written over 60 s after they were accepted. */
const settledAfterMs = 75_000
/** Changes are followed when they are this old, so that all earlier ones have been committed. */
const changesAfterMs = 20_000

/** Each may be in another mark, which is counted as a whole. Changes in the same millisecond stay together. */
export const changesPerStep = 1024

/**
 * Counts the next posts in the marks of their channels.
 * @returns how many posts were counted; 0 if too few wait
 */
export async function markPosts(db: Db): Promise<number> {
  const nowMs = await dbTimeMs(db)
  const { rows } = await db.pool.query<{ counted: number }>({
    name: 'mark posts',
    text: marking,
    values: [base32(Math.floor(nowMs - settledAfterMs), 10)],
  })
  return rows[0]?.counted ?? 0
}

/** The SQL of the mark to which the post `id` of `channel` belongs. */
const markOf = (channel: string, id: string) =>
  `SELECT m.* FROM post_marks m WHERE m.channel_id = ${channel} AND m.first_id <= ${id} ORDER BY m.first_id DESC LIMIT 1`

const isCountedPost = `delete_at = 0 AND original_id = ''`

const counts = `count(*) FILTER (WHERE ${isCountedPost})::int AS posts, count(*) FILTER (WHERE ${isCountedPost} AND root_id = '')::int AS roots`

/** A full mark is followed by a new one. */
const marking = `
  WITH turn AS MATERIALIZED (SELECT up_to FROM post_mark_progress WHERE id = 1 FOR UPDATE),
  next AS MATERIALIZED (
    SELECT id, channel_id, root_id, original_id, delete_at FROM posts
    WHERE id > (SELECT up_to FROM turn) AND id < $1 ORDER BY id LIMIT ${postsPerMark}
  ),
  reached AS MATERIALIZED (
    SELECT max(id) AS up_to, count(*)::int AS counted FROM next HAVING count(*) = ${postsPerMark}
  ),
  added AS MATERIALIZED (
    SELECT next.channel_id, min(id) AS first_id, ${counts} FROM next, reached GROUP BY next.channel_id
  ),
  placed AS MATERIALIZED (
    SELECT added.*, last.first_id AS last_id, coalesce(last.posts < ${postsPerMark}, false) AS has_room
    FROM added LEFT JOIN LATERAL (${markOf('added.channel_id', "'~'")}) last ON true
  ),
  grown AS (
    UPDATE post_marks m SET posts = m.posts + placed.posts, roots = m.roots + placed.roots
    FROM placed WHERE has_room AND m.channel_id = placed.channel_id AND m.first_id = last_id
  ),
  begun AS (
    INSERT INTO post_marks (channel_id, first_id, posts, roots)
    SELECT channel_id, CASE WHEN last_id IS NULL THEN '' ELSE first_id END, posts, roots FROM placed WHERE NOT has_room
  )
  UPDATE post_mark_progress SET up_to = reached.up_to FROM reached WHERE id = 1 RETURNING counted`

/**
 * Counts the marks again whose posts were deleted by people or appeared late, such as imported ones. A mark that has become too
 * long is divided into equal ones of one to two steps. A channel without marks gets its first one.
 * @returns whether more such posts may wait
 */
export async function recountMarks(db: Db): Promise<boolean> {
  const untilMs = Math.floor((await dbTimeMs(db)) - changesAfterMs)
  const results: unknown = await db.pool.query(`${lockMarks}; ${recounting(untilMs)}`) // one transaction, with a result per statement
  const { rows } = (results as QueryResult<{ changes: number }>[])[1] ?? { rows: [] }
  return (rows[0]?.changes ?? 0) >= changesPerStep
}

/** Otherwise, a post that is deleted meanwhile would be counted, and be subtracted from the count before. */
const lockMarks = 'LOCK TABLE post_marks IN SHARE ROW EXCLUSIVE MODE'

/** The place of a post among the `total` of its mark decides to which of the new marks it belongs. */
const piece = `(place - 1) * greatest(1, total / ${postsPerMark}) / total`

const recounting = (untilMs: number) => `
  WITH progress AS MATERIALIZED (SELECT up_to, changes_up_to FROM post_mark_progress WHERE id = 1 FOR UPDATE),
  found AS MATERIALIZED (
    SELECT channels.id AS channel_id, post.id, post.update_at FROM progress, channels CROSS JOIN LATERAL (
      SELECT id, update_at FROM posts
      WHERE channel_id = channels.id AND update_at > changes_up_to AND update_at <= ${untilMs} AND id <= up_to
        AND (update_at > create_at + 60000 OR edit_at > 0 OR delete_at > 0)
        AND (delete_at > 0 OR edit_at = 0) AND original_id = ''
      ORDER BY update_at FETCH FIRST ${changesPerStep} ROWS WITH TIES
    ) post ORDER BY post.update_at FETCH FIRST ${changesPerStep} ROWS WITH TIES
  ),
  reached AS MATERIALIZED (
    SELECT count(*)::int AS changes, CASE WHEN count(*) < ${changesPerStep} THEN ${untilMs} ELSE max(update_at) END AS changed_up_to FROM found
  ),
  changed AS MATERIALIZED (
    SELECT DISTINCT found.channel_id, coalesce(mark.first_id, '') AS first_id
    FROM found LEFT JOIN LATERAL (${markOf('found.channel_id', 'found.id')}) mark ON true
  ),
  recounted AS MATERIALIZED (
    SELECT changed.channel_id, CASE WHEN coalesce(piece, 0) = 0 THEN changed.first_id ELSE min(id) END AS first_id, ${counts}
    FROM progress, changed
    LEFT JOIN LATERAL (
      SELECT first_id AS end_id FROM post_marks m
      WHERE m.channel_id = changed.channel_id AND m.first_id > changed.first_id ORDER BY m.first_id LIMIT 1
    ) next ON true
    LEFT JOIN LATERAL (
      SELECT id, root_id, original_id, delete_at, ${piece} AS piece FROM (
        SELECT id, root_id, original_id, delete_at, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM posts
        WHERE (channel_id, id) >= (changed.channel_id, changed.first_id)
          AND (channel_id, id) < (changed.channel_id, coalesce(end_id, up_to || '~'))
      ) counted
    ) counted ON true
    GROUP BY changed.channel_id, changed.first_id, piece
  ),
  corrected AS (
    INSERT INTO post_marks (channel_id, first_id, posts, roots) SELECT channel_id, first_id, posts, roots FROM recounted
    ON CONFLICT (channel_id, first_id) DO UPDATE SET posts = excluded.posts, roots = excluded.roots
  )
  UPDATE post_mark_progress SET changes_up_to = changed_up_to FROM reached
  WHERE id = 1 AND changes_up_to < changed_up_to AND (changes > 0 OR changes_up_to < changed_up_to - 60000)
  RETURNING changes`

/** Returns the SQL that subtracts deleted posts, which are the rows of `gone`, from their marks. */
export const uncount = (gone: string) => `
  UPDATE post_marks SET posts = post_marks.posts - fewer.posts, roots = post_marks.roots - fewer.roots FROM (
    SELECT mark.channel_id, mark.first_id, count(*) AS posts, count(*) FILTER (WHERE root_id = '') AS roots
    FROM ${gone} gone CROSS JOIN LATERAL (${markOf('gone.channel_id', 'gone.id')}) mark
    WHERE ${isCountedPost} AND gone.id <= (SELECT up_to FROM post_mark_progress) GROUP BY 1, 2
  ) fewer
  WHERE post_marks.channel_id = fewer.channel_id AND post_marks.first_id = fewer.first_id`
