import type { Db } from '../connection/open.js'
import { parameters, rowTable, textArray } from '../connection/parameters.js'
import type { PostRow } from '../deliveries/rows.js'

/** A post with a time and files of its own. */
export type ImportedPost = Omit<PostRow, 'files'> & { rootId: string; fileIds: string[] }

/** Returns those of these IDs that posts have, with their channels. Posts that were deleted count. */
export async function postPlaces(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.pool.query<{ id: string; channel: string }>({
    name: 'post places',
    text: 'SELECT id, channel_id AS channel FROM posts WHERE id = ANY($1::text[])',
    values: [textArray(ids)],
  })
  return new Map(rows.map(({ id, channel }) => [id, channel]))
}

/** Returns those of these IDs that channels have, and those that users have. */
export async function knownTargets(
  db: Db,
  { channelIds, userIds }: { channelIds: string[]; userIds: string[] },
): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'known targets',
    text: `SELECT id FROM channels WHERE id = ANY($1::text[]) UNION ALL SELECT id FROM users WHERE id = ANY($2::text[])`,
    values: [channelIds, userIds].map(ids => textArray([...ids, ''])),
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Writes posts without mentions. They count as read by the members who had read everything, and by all others as well as
 * before. They get those of their files that `uploaderId` has uploaded and no post has. Takes its locks in the order files, posts,
 * channel_members, channels, like recordBatch.
 * @returns how many are new
 */
export async function writeImportedPosts(db: Db, posts: ImportedPost[], uploaderId: string): Promise<number> {
  if (posts.length === 0) return 0
  const { $, values } = parameters()
  const rows = rowTable($, posts, {
    id: ['text', post => post.id],
    create_at: ['bigint', post => post.createAt],
    user_id: ['text', post => post.userId],
    channel_id: ['text', post => post.channelId],
    root_id: ['text', post => post.rootId],
    message: ['text', post => post.message],
    html: ['text', post => post.html],
    html_version: ['int', post => post.htmlVersion],
    type: ['text', post => post.type],
    props: ['text', post => post.props],
  })
  const wanted = posts.flatMap(({ id, fileIds }) => fileIds.map(file => ({ id, file })))
  const [files, owners] = [wanted.map(({ file }) => file), wanted.map(({ id }) => id)]
  const claimed = wanted.length === 0 ? noFiles : claiming($(files), $(owners), $(uploaderId))
  const { rowCount } = await db.pool.query({ text: writing(rows, claimed), values })
  return rowCount ?? 0
}

/** Files become those of their post's author and time, so that they do not count as uploads of today. */
const claiming = (files: string, posts: string, uploader: string) => `
  UPDATE files SET post_id = given.id, channel_id = given.channel_id, team_id = channels.team_id, user_id = given.user_id,
    create_at = given.create_at
  FROM unnest(${files}::text[], ${posts}::text[]) WITH ORDINALITY AS wanted (file_id, post_id, place)
  JOIN given ON given.id = wanted.post_id JOIN channels ON channels.id = given.channel_id
  WHERE files.id = wanted.file_id AND files.post_id = '' AND files.user_id = ${uploader} AND files.delete_at = 0
  RETURNING files.post_id, place, json_strip_nulls(json_build_object('id', files.id, 'name', files.name, 'type', files.type,
    'size', files.size, 'width', files.width, 'height', files.height)) AS file`
const noFiles = `SELECT '' AS post_id, 0 AS place, NULL::json AS file WHERE false`

/** `update_at` is the present, so that the index of words follows. */
const writing = (rows: string, claimed: string) => `
  WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
  given AS MATERIALIZED (SELECT * FROM ${rows}),
  claimed AS (${claimed}),
  p AS (
    INSERT INTO posts (id, create_at, update_at, user_id, channel_id, root_id, message, html, html_version, type, props, files)
    SELECT id, create_at, now, user_id, channel_id, root_id, message, html, html_version, type, props::json,
      (SELECT json_agg(file ORDER BY place) FROM claimed WHERE post_id = given.id)
    FROM clock, given ORDER BY id ON CONFLICT DO NOTHING RETURNING id, channel_id, create_at
  ),
  busy AS (SELECT channel_id AS id, count(*) AS posts, max(create_at) AS last FROM p GROUP BY channel_id),
  locked_members AS (
    SELECT channel_id, user_id, posts, last FROM channel_members JOIN busy ON busy.id = channel_id
    ORDER BY channel_id, user_id FOR NO KEY UPDATE OF channel_members
  ),
  read AS (
    UPDATE channel_members m SET msg_count = m.msg_count + posts, last_viewed_at = greatest(m.last_viewed_at, last)
    FROM locked_members locked WHERE m.channel_id = locked.channel_id AND m.user_id = locked.user_id
  ),
  locked_channels AS (
    SELECT id FROM channels WHERE id IN (SELECT id FROM busy) AND (SELECT count(*) FROM locked_members) >= 0
    ORDER BY id FOR NO KEY UPDATE
  ),
  counted AS (
    UPDATE channels SET total_msg_count = total_msg_count + busy.posts, last_post_at = greatest(last_post_at, busy.last)
    FROM busy JOIN locked_channels USING (id) WHERE channels.id = busy.id
  )
  SELECT id FROM p`
