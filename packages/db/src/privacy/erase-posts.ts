import { systemUserId } from '../users/system-user.js'
import type { ErasedPart, ErasedPost, ErasedRows } from './erase-requests.js'
import { erasedContent } from './erased-text.js'
import { isMadeBy, type Pool } from './export-data.js'

/** Deletes posts `found`, and empties those that are the root of other people's replies. `$1` to `$5` are theirs. */
const acting = `
  kept AS (
    UPDATE posts SET user_id = found.heir FROM found WHERE posts.id = found.id AND fate = 'kept'
  ), emptied AS (
    UPDATE posts SET user_id = $3, message = $4, html = $5, html_version = ${erasedContent.htmlVersion}, props = '{}', files = NULL, type = '',
      delivery_id = '', update_at = greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, update_at + 1)
    FROM found WHERE posts.id = found.id AND fate = 'emptied'
  ), deleted AS (
    DELETE FROM posts USING found WHERE posts.id = found.id AND fate = 'deleted'
  ), unindexed AS (
    DELETE FROM search_vectors USING found WHERE search_vectors.id = found.id AND fate <> 'kept'
  ), mentioned AS (
    DELETE FROM mentions USING found WHERE mentions.post_id = found.id AND fate <> 'kept'
  ), noticed AS (
    DELETE FROM due_notices WHERE post_id IN (SELECT id FROM found WHERE fate <> 'kept')
  ), untimed AS (
    DELETE FROM post_timestamps WHERE post_id IN (SELECT id FROM found WHERE fate = 'deleted')
  )
  SELECT id, channel_id AS "channelId", root_id AS "rootId", fate = 'emptied' AS "isEmptied", delete_at = 0 AS "wasShown"
  FROM found WHERE fate <> 'kept'`

/** Every row, also of earlier versions and of posts that were already deleted. */
type Row = ErasedPost & { wasShown: boolean }

const erasedRows = (rows: Row[]): ErasedRows => ({
  rows: rows.length,
  posts: rows.filter(({ wasShown }) => wasShown).map(({ wasShown: _, ...post }) => post),
})

const isRoot = (isOfOther: string) => `posts.delete_at = 0 AND posts.original_id = '' AND EXISTS (
  SELECT FROM posts reply WHERE reply.root_id = posts.id AND reply.root_id <> '' AND reply.delete_at = 0 AND ${isOfOther})`

type Window = { after: string; end: string }

const values = ({ after, end }: Window) => [
  after,
  end,
  systemUserId,
  erasedContent.message,
  erasedContent.html,
]

/** Which posts of a user to erase. With `keepsWebhookPosts`, those of webhooks go to the webhook's present owner. */
export type UserPosts = { userId: string; username: string; keepsWebhookPosts: boolean }

const isByHook = `posts.props->>'from_webhook' = 'true' AND posts.props->>'from_bot' IS DISTINCT FROM 'true'`

/** Channels report changes in posts of this type, with user names in these props. */
const namesUser = `posts.type LIKE 'system\\_%'
  AND $7 IN (posts.props->>'username', posts.props->>'addedUsername', posts.props->>'removedUsername')`

/** Erases a user's posts between two IDs, with their earlier versions, and the reports of channels that name the user. */
export async function erasePostsOf({ pool }: Pool, posts: UserPosts, window: Window): Promise<ErasedRows> {
  const { rows } = await pool.query<Row>(
    `WITH found AS MATERIALIZED (
      SELECT id, channel_id, root_id, delete_at, coalesce(
          (SELECT user_id FROM hooks WHERE id = posts.props->>'webhook_id' AND user_id <> $6 AND delete_at = 0), $3) AS heir,
        CASE WHEN user_id <> $6 THEN 'deleted' WHEN $8::boolean AND ${isByHook} THEN 'kept'
          WHEN ${isRoot('reply.user_id <> $6')} THEN 'emptied' ELSE 'deleted' END AS fate
      FROM posts WHERE id > $1 AND id <= $2 AND (user_id = $6 OR (${namesUser})) ORDER BY id FOR UPDATE
    ), ${acting}`,
    [...values(window), posts.userId, posts.username, posts.keepsWebhookPosts],
  )
  return erasedRows(rows)
}

/** Erases the posts between two IDs that a hook made, with their earlier versions. */
export async function erasePostsByHook({ pool }: Pool, hookId: string, window: Window): Promise<ErasedRows> {
  const isHooks = isMadeBy.replace('$1', '$6')
  const { rows } = await pool.query<Row>(
    `WITH found AS MATERIALIZED (
      SELECT id, channel_id, root_id, delete_at, '' AS heir,
        CASE WHEN ${isRoot("reply.props->>'webhook_id' IS DISTINCT FROM $6")} THEN 'emptied' ELSE 'deleted' END AS fate
      FROM posts WHERE id > $1 AND id <= $2 AND ${isHooks} ORDER BY id FOR UPDATE
    ), ${acting}`,
    [...values(window), hookId],
  )
  return erasedRows(rows)
}

/** Forgotten at a time. */
const keysAtOnce = 5000

/** Forgets the next sender's keys whose posts were erased, of one hook or of all. */
export async function forgetKeys({ pool }: Pool, hookId?: string): Promise<ErasedPart> {
  const { rowCount } = await pool.query(
    `DELETE FROM delivery_keys WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM delivery_keys k WHERE ($1::text IS NULL OR hook_id = $1) AND post_id <> ''
        AND NOT EXISTS (SELECT FROM posts WHERE id = k.post_id) LIMIT ${keysAtOnce} FOR UPDATE SKIP LOCKED))`,
    [hookId ?? null],
  )
  return { rows: rowCount ?? 0, after: rowCount ? '' : undefined }
}
