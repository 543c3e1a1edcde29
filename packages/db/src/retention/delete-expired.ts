import { base32 } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

type Pool = Pick<Db, 'pool'>

const dayMs = 86_400_000

/** Returns the ID before which posts are older than `days`. */
export const endOfDays = (days: number, nowMs: number) => base32(Math.max(0, nowMs - days * dayMs), 10)

/** A channel with posts to delete: those with IDs before `end`. */
type Expiring = { channelId: string; end: string }

/** A channel and the days that its posts are stored: as it says, or else its team, or else the server. */
type Policy = { channelId: string; days: number }

/** Returns the channels from `from` on that have posts to delete, by ID. `serverDays` is 0 if posts stay. */
export async function expiringChannels(
  db: Pool,
  { serverDays, nowMs, from }: { serverDays: number; nowMs: number; from: string },
): Promise<Expiring[]> {
  const policies = await policiesFrom(db, serverDays, from)
  if (policies.length === 0) return []
  const { rows } = await db.pool.query<Expiring>({
    name: 'expiring channels',
    text: `SELECT id AS "channelId", last AS end FROM unnest($1::text[], $2::text[]) AS channel (id, last)
      WHERE EXISTS (SELECT FROM posts WHERE ${postsBefore('channel.id', "''", 'last')})
      ORDER BY id COLLATE "C"`,
    values: [
      textArray(policies.map(({ channelId }) => channelId)),
      textArray(policies.map(({ days }) => endOfDays(days, nowMs))),
    ],
  })
  return rows
}

async function policiesFrom(db: Pool, serverDays: number, from: string): Promise<Policy[]> {
  const { rows } = await db.pool.query<Policy>({
    name: 'retention policies',
    text: `SELECT id AS "channelId", days FROM (
        SELECT channels.id, coalesce(channels.post_days, teams.post_days, $1::int) AS days
        FROM channels LEFT JOIN teams ON teams.id = team_id WHERE channels.id >= $2
      ) channel WHERE days > 0`,
    values: [serverDays, from],
  })
  return rows
}

/** Returns the SQL of a condition that the planner can only answer by the index of a channel's posts. */
export const postsBefore = (channel: string, after: string, end: string) =>
  `(posts.channel_id, posts.id) > (${channel}, ${after}) AND (posts.channel_id, posts.id) < (${channel}, ${end})`

/** Posts that one statement looks at. It takes some ten milliseconds. */
const postsAtOnce = 500

/** The posts that one statement deleted. `after`: where the next one continues; undefined at the end of the channel. */
type DeletedPart = { posts: number; after: string | undefined }

/**
 * Deletes the next old posts of a channel with their words in the index, earlier versions, mentions and notices. A post with younger
 * replies stays until the last of them is old. Keys that name deleted posts stay until they expire, so that an older state never
 * comes back.
 */
export async function deleteExpired(
  { pool }: Pool,
  { channelId, end, after }: Expiring & { after: string },
): Promise<DeletedPart> {
  const values = [channelId, after, end]
  const { rows } = await pool.query<{ posts: number; found: number; last: string }>({
    name: 'delete expired',
    text: deleting,
    values,
  })
  const [row] = rows
  const isLast = (row?.found ?? 0) < postsAtOnce
  return { posts: row?.posts ?? 0, after: isLast ? undefined : row?.last }
}

/**
 * Versions go with their posts. One that an edit added at this moment goes when it is old itself. A member's mentions count down
 * with the unread posts that had them.
 */
const deleting = `
  WITH found AS MATERIALIZED (
    SELECT id, original_id FROM posts WHERE ${postsBefore('$1', '$2', '$3')} ORDER BY channel_id, id LIMIT ${postsAtOnce}
  ),
  doomed AS MATERIALIZED (
    SELECT posts.id, create_at, posts.original_id FROM posts JOIN found USING (id)
    WHERE NOT EXISTS (SELECT FROM posts original WHERE original.id = found.original_id) AND NOT EXISTS (
      SELECT FROM posts reply WHERE reply.root_id = posts.id AND reply.root_id <> '' AND reply.delete_at = 0 AND reply.id >= $3)
    ORDER BY posts.id FOR UPDATE OF posts
  ),
  gone AS (DELETE FROM posts USING doomed WHERE posts.id = doomed.id),
  versions AS (DELETE FROM posts USING doomed WHERE posts.original_id = doomed.id AND posts.original_id <> ''),
  noticed AS (DELETE FROM due_notices WHERE post_id IN (SELECT id FROM doomed)),
  untimed AS (DELETE FROM post_timestamps USING doomed WHERE post_timestamps.post_id = doomed.id),
  mentioned AS (
    DELETE FROM mentions USING doomed WHERE mentions.post_id = doomed.id RETURNING mentions.user_id, doomed.create_at
  ),
  fewer AS (
    SELECT member.user_id, count(*) AS mentions FROM mentioned JOIN channel_members member
      ON member.channel_id = $1 AND member.mention_count > 0 AND member.last_viewed_at < mentioned.create_at
        AND mentioned.user_id IN ('', member.user_id)
    GROUP BY member.user_id
  ),
  locked AS (
    SELECT user_id, mentions FROM channel_members JOIN fewer USING (user_id) WHERE channel_id = $1
    ORDER BY user_id FOR NO KEY UPDATE OF channel_members
  ),
  unmentioned AS (
    UPDATE channel_members SET mention_count = greatest(0, mention_count - mentions) FROM locked
    WHERE channel_id = $1 AND channel_members.user_id = locked.user_id
  ),
  unindexed AS (DELETE FROM search_vectors USING doomed WHERE search_vectors.id = doomed.id),
  moved AS (
    UPDATE retention_progress SET channel_id = $1, after_id = last FROM (SELECT max(id) AS last FROM found) reached WHERE last <> ''
  )
  SELECT (SELECT count(*)::int FROM doomed) AS posts, (SELECT count(*)::int FROM found) AS found, (SELECT max(id) FROM found) AS last`

/** A member with more unread posts than this may see deleted ones counted. */
const maxCorrected = 10_000

/** Lowers unread counts that exceed the posts that a channel has left. */
export async function correctUnread({ pool }: Pool, channelId: string): Promise<void> {
  await pool.query({
    name: 'correct unread',
    text: `
      WITH live AS MATERIALIZED (
        SELECT count(*) AS posts FROM (
          SELECT FROM posts WHERE ${postsBefore('$1', "''", "'~'")} AND delete_at = 0 LIMIT ${maxCorrected + 1}
        ) post
      ),
      locked AS (
        SELECT user_id, total_msg_count - posts AS seen
        FROM live, channel_members JOIN channels ON channels.id = channel_id
        WHERE channel_id = $1 AND posts <= ${maxCorrected} AND total_msg_count - msg_count > posts
        ORDER BY user_id FOR NO KEY UPDATE OF channel_members
      )
      UPDATE channel_members SET msg_count = greatest(msg_count, seen) FROM locked
      WHERE channel_id = $1 AND channel_members.user_id = locked.user_id`,
    values: [channelId],
  })
}

/**
 * Where the deletion of old posts continues. `channelId` is empty between two rounds. The present round began at `begunAt`, and the
 * last complete one at `doneAt`, in milliseconds.
 */
type RetentionProgress = { channelId: string; afterId: string; begunAt: number; doneAt: number }

export async function retentionProgress({ pool }: Pool): Promise<RetentionProgress> {
  const { rows } = await pool.query<RetentionProgress>(
    `SELECT channel_id AS "channelId", after_id AS "afterId", begun_at::float8 AS "begunAt", done_at::float8 AS "doneAt"
    FROM retention_progress WHERE id = 1`,
  )
  const [row] = rows
  if (!row) throw new Error('the table retention_progress has lost its row')
  return row
}

export async function beginRound({ pool }: Pool, nowMs: number): Promise<void> {
  await pool.query(
    `UPDATE retention_progress SET channel_id = '', after_id = '', begun_at = $1::bigint WHERE id = 1`,
    [nowMs],
  )
}

export async function endRound({ pool }: Pool): Promise<void> {
  await pool.query(
    `UPDATE retention_progress SET channel_id = '', after_id = '', done_at = begun_at WHERE id = 1`,
  )
}

/** Returns the seconds since the last complete round began, or the first one if none is complete; 0 if none began. */
export async function retentionLag({ pool }: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT greatest(0, extract(epoch FROM clock_timestamp())
        - coalesce(nullif(done_at, 0), nullif(begun_at, 0)) / 1000.0)::float8 AS seconds
      FROM retention_progress WHERE id = 1`,
  )
  return rows[0]?.seconds ?? 0
}
