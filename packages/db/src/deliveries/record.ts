import type { Outcome } from '@posthorn/core'
import { isMissingPartition } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { type Parameter, parameters } from '../connection/parameters.js'
import { type Column, rowTable, shapeOf } from '../connection/row-table.js'
import type { MentionRow } from '../mentions/mentions.js'
import { partitionsFor } from './partitions.js'

/** The stored outcome of a delivery. */
export type DeliveryRow = {
  id: string
  hookId: string
  teamId: string
  channelId: string
  outcome: Outcome
  /** Why it was rejected, a row of the table of refusals. Empty if posted. */
  reason: string
  /** Details about the reason. */
  detail: string
  postCount: number
  tries: number
  requestId: string
  payload: string
  ignored: string[]
  /** The original delivery if this is a replay, else empty. */
  replayOf: string
  /** The user who sent it from a session, else empty. */
  sentBy: string
  /** Another user who needs the permissions, too. Else empty. */
  restrictedTo: string
}

export type PostRow = {
  id: string
  createAt: number
  userId: string
  channelId: string
  message: string
  html: string
  htmlVersion: number
  type: string
  /** JSON */
  props: string
}

/** Minimum interval between two writes of a hook's last use. */
const lastUsedEveryMs = 60_000

/**
 * Writes outcomes, posts and mentions in one statement: one round trip, one transaction, all or nothing. Posts are written only
 * with a new delivery, so a repeated batch changes nothing. Rows are sorted and locks taken in the
 * order deliveries, posts, channel_members, channels, hooks, so two workers with overlapping batches never deadlock.
 * @returns the IDs of the new deliveries
 */
export async function recordBatch(
  db: Db,
  deliveries: DeliveryRow[],
  posts: PostRow[],
  mentions: MentionRow[],
): Promise<string[]> {
  try {
    return await write(db, deliveries, posts, mentions)
  } catch (error) {
    if (!isMissingPartition(error)) throw error
    await partitionsFor(
      sql => db.$executeRawUnsafe(sql),
      deliveries.map(({ id }) => id),
    )
    return write(db, deliveries, posts, mentions)
  }
}

async function write(
  db: Db,
  deliveries: DeliveryRow[],
  posts: PostRow[],
  mentions: MentionRow[],
): Promise<string[]> {
  const { $, values } = parameters()
  const mentioning = mentions.length > 0
  const sent = deliveries.some(({ sentBy, restrictedTo }) => sentBy !== '' || restrictedTo !== '')
  const text = `
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    ${insertDeliveries($, deliveries.toSorted(byId), sent)},
    ${insertPosts($, posts.toSorted(byId))},
    ${mentioning ? `${insertMentions($, mentions)}, ${countMentions},` : ''}
    ${countPosts(mentioning ? 'mentioned' : undefined)},
    ${touchHooks($)}
    SELECT id FROM d`
  // most batches mention nobody, which saves a fifth of the statement's time. Bypasses Prisma, which would
  // encode every text as JSON
  const mentioned = mentioning ? `, mentioning ${shapeOf(mentions)}` : ''
  const name = `record (${shapeOf(deliveries)}${sent ? ' sent' : ''}, ${shapeOf(posts)}${mentioned})` // one per statement text
  const { rows } = await db.pool.query<{ id: string }>({ name, text, values })
  return rows.map(({ id }) => id)
}

/** `d`: the new deliveries. `sent` adds the columns about users, which batches that came only by URL do not need. */
function insertDeliveries($: Parameter, rows: DeliveryRow[], sent: boolean): string {
  const users = sent ? usersOf : {}
  const names = Object.keys(users)
  return `d AS (
      INSERT INTO deliveries (${['id, hook_id, team_id, channel_id, settled_at, outcome, reason, detail, post_count, tries, request_id, payload, ignored, replay_of', ...names].join(', ')})
      SELECT id, hook_id, team_id, channel_id, now, outcome, reason, detail, post_count, tries, request_id, payload, string_to_array(ignored, chr(10)),
        ${['replay_of', ...names].map(name => `nullif(${name}, '')`).join(', ')}
      FROM clock, ${rowTable($, rows, { ...deliveryColumns, ...users })}
      ON CONFLICT DO NOTHING RETURNING id, hook_id
    )`
}

const deliveryColumns: Record<string, Column<DeliveryRow>> = {
  id: ['text', row => row.id],
  hook_id: ['text', row => row.hookId],
  team_id: ['text', row => row.teamId],
  channel_id: ['text', row => row.channelId],
  outcome: ['text', row => row.outcome],
  reason: ['text', row => row.reason],
  detail: ['text', row => row.detail],
  post_count: ['int', row => row.postCount],
  tries: ['int', row => row.tries],
  request_id: ['text', row => row.requestId],
  payload: ['text', row => row.payload],
  ignored: ['text', row => row.ignored.join('\n')],
  replay_of: ['text', row => row.replayOf],
}

const usersOf: Record<string, Column<DeliveryRow>> = {
  sent_by: ['text', row => row.sentBy],
  restricted_to: ['text', row => row.restrictedTo],
}

/** `p`: the posts of new deliveries. */
function insertPosts($: Parameter, rows: PostRow[]): string {
  return `p AS (
      INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version, type, props)
      SELECT row.id, create_at, now, user_id, channel_id, message, html, html_version, type, props::json
      FROM clock, ${rowTable($, rows, {
        id: ['text', row => row.id],
        create_at: ['bigint', row => row.createAt],
        user_id: ['text', row => row.userId],
        channel_id: ['text', row => row.channelId],
        message: ['text', row => row.message],
        html: ['text', row => row.html],
        html_version: ['int', row => row.htmlVersion],
        type: ['text', row => row.type],
        props: ['text', row => row.props],
      })}
      JOIN d ON d.id = left(row.id, 24) || '00'
      ORDER BY row.id
      ON CONFLICT DO NOTHING RETURNING id, channel_id, create_at
    )`
}

/** `m`: the mentions in new posts. */
function insertMentions($: Parameter, rows: MentionRow[]): string {
  return `m AS (
      INSERT INTO mentions (post_id, user_id, channel_id)
      SELECT row.* FROM ${rowTable($, rows, {
        post_id: ['text', row => row.postId],
        user_id: ['text', row => row.userId],
        channel_id: ['text', row => row.channelId],
      })}
      JOIN p ON p.id = row.post_id
      ON CONFLICT DO NOTHING RETURNING post_id, user_id, channel_id
    )`
}

/** `mentioned`: the members of channels with more mentions. */
const countMentions = `told AS (
      SELECT post_id, channel_id, user_id FROM m WHERE user_id <> ''
      UNION
      SELECT m.post_id, member.channel_id, member.user_id
      FROM m JOIN channel_members member USING (channel_id) JOIN users ON users.id = member.user_id
      WHERE m.user_id = '' AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
    ),
    per_member AS (SELECT channel_id, user_id, count(*) AS mentions FROM told GROUP BY channel_id, user_id),
    locked_members AS (
      SELECT channel_id, user_id, mentions FROM channel_members JOIN per_member USING (channel_id, user_id)
      ORDER BY channel_id, user_id FOR NO KEY UPDATE OF channel_members
    ),
    mentioned AS (
      UPDATE channel_members SET mention_count = mention_count + mentions, last_update_at = now
      FROM clock, locked_members locked
      WHERE channel_members.channel_id = locked.channel_id AND channel_members.user_id = locked.user_id
      RETURNING locked.user_id
    )`

/** `counted`: the channels with new posts. Locked after `before`. */
function countPosts(before: string | undefined): string {
  return `busy AS (SELECT channel_id AS id, count(*) AS posts, max(create_at) AS last FROM p GROUP BY channel_id),
    locked_channels AS (
      SELECT id FROM channels WHERE id IN (SELECT id FROM busy)${before === undefined ? '' : ` AND (SELECT count(*) FROM ${before}) >= 0`}
      ORDER BY id FOR NO KEY UPDATE
    ),
    counted AS (
      UPDATE channels SET total_msg_count = total_msg_count + busy.posts, last_post_at = greatest(last_post_at, busy.last)
      FROM busy JOIN locked_channels USING (id) WHERE channels.id = busy.id RETURNING channels.id
    )`
}

/** `touched`: the hooks in use. Locked after `counted`. */
function touchHooks($: Parameter): string {
  return `used AS (
      SELECT hooks.id FROM hooks, clock
      WHERE hooks.id IN (SELECT hook_id FROM d) AND last_used_at < now - ${$(lastUsedEveryMs)} AND (SELECT count(*) FROM counted) >= 0
      ORDER BY hooks.id FOR NO KEY UPDATE OF hooks
    ),
    touched AS (UPDATE hooks SET last_used_at = now FROM used, clock WHERE hooks.id = used.id)`
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
