import type { ChangeKind, Format, Outcome } from '@posthorn/core'
import { isMissingPartition } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { type Parameter, parameters } from '../connection/parameters.js'
import { type Column, rowTable, shapeOf } from '../connection/row-table.js'
import type { MentionRow } from '../mentions/mentions.js'
import { partitionsFor } from './partitions.js'
import { countMentions, countPosts, insertMentions, touchHooks } from './record-counts.js'

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
  /** The earlier post that it changed, or whose newer state won. */
  postId?: string | undefined
  /** Set if it edits or deletes a post or delivery by its id. */
  change?: { kind: ChangeKind; target: string } | undefined
  /** How an adapter reads its payload, and the event that it reports. */
  format?: Format | undefined
  event?: string | undefined
  /** The address, user agent and content type of its request, one per line. Absent or empty for replays. */
  sender?: string | undefined
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
  /** The post that it replies to. Absent or empty for none. */
  rootId?: string | undefined
  /** The delivery that made its content, if it is not the one that created it. */
  contentOf?: string | undefined
  /** The files that it has claimed, as JSON. */
  files?: string | undefined
}

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
  return withPartitions(db, deliveries, () => write(db, deliveries, posts, mentions))
}

/** Writes deliveries, and once more if the partition of one of their days was missing. */
export async function withPartitions<Written>(
  db: Db,
  deliveries: DeliveryRow[],
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    return await write()
  } catch (error) {
    if (!isMissingPartition(error)) throw error
    await partitionsFor(
      sql => db.$executeRawUnsafe(sql),
      deliveries.map(({ id }) => id),
    )
    return write()
  }
}

async function write(
  db: Db,
  deliveries: DeliveryRow[],
  posts: PostRow[],
  mentions: MentionRow[],
): Promise<string[]> {
  const { $, values } = parameters()
  const { name, text } = statement($, deliveries, posts, mentions)
  // bypasses Prisma, which would encode every text as JSON
  const { rows } = await db.pool.query<{ id: string }>({ name, text, values })
  return rows.map(({ id }) => id)
}

/** The statement's parts that are only needed for deliveries that refer to earlier posts (record-keyed.ts). */
export type KeyedParts = { shape: string; before: string; after: string }

/**
 * Returns the statement, and a name that is the same for the same text. Most batches mention nobody, and leaving mentions out
 * saves a fifth of the statement's time.
 */
export function statement(
  $: Parameter,
  deliveries: DeliveryRow[],
  posts: PostRow[],
  mentions: MentionRow[],
  keyed?: KeyedParts,
) {
  const mentioning = mentions.length > 0
  const sent = deliveries.some(({ sentBy, restrictedTo }) => sentBy !== '' || restrictedTo !== '')
  const isKeyed = keyed !== undefined
  const changes = isKeyed || deliveries.some(({ change }) => change !== undefined)
  const isFormatted = deliveries.some(({ format }) => format !== undefined)
  const isFiled = posts.some(({ files }) => files !== undefined)
  const text = `
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    ${keyed?.before ?? ''}
    ${insertDeliveries($, deliveries.toSorted(byId), { sent, isKeyed, changes, isFormatted })},
    ${insertPosts($, posts.toSorted(byId), { isKeyed, isFiled })},
    ${keyed?.after ?? ''}
    ${mentioning ? `${insertMentions($, mentions, isKeyed)}, ${countMentions(isKeyed)},` : ''}
    ${countPosts(mentioning ? 'mentioned' : undefined)},
    ${touchHooks($)}
    SELECT id FROM d`
  const mentioned = mentioning ? `, mentioning ${shapeOf(mentions)}` : ''
  const kind = `${sent ? ' sent' : ''}${changes ? ' changes' : ''}${isFormatted ? ' formatted' : ''}${isFiled ? ' filed' : ''}${keyed?.shape ?? ''}`
  return { name: `record (${shapeOf(deliveries)}${kind}, ${shapeOf(posts)}${mentioned})`, text }
}

/** `d`: the new deliveries. The flags add columns that most batches do not need. */
function insertDeliveries(
  $: Parameter,
  rows: DeliveryRow[],
  { sent, isKeyed, changes, isFormatted }: Record<'sent' | 'isKeyed' | 'changes' | 'isFormatted', boolean>,
): string {
  const more = { ...(sent && usersOf), ...(changes && changesOf), ...(isFormatted && formatsOf) }
  const names = Object.keys(more)
  return `d AS (
      INSERT INTO deliveries (${['id, hook_id, team_id, channel_id, settled_at, outcome, reason, detail, post_count, tries, request_id, payload, ignored, sender, replay_of', ...names].join(', ')})
      SELECT id, hook_id, team_id, channel_id, now, outcome, reason, detail, post_count, tries, request_id, payload, string_to_array(ignored, chr(10)),
        ${['sender', 'replay_of', ...names].map(name => `nullif(${name}, '')`).join(', ')}
      FROM clock, ${rowTable($, rows, { ...deliveryColumns, ...more })}
      ${isKeyed ? 'WHERE (SELECT is_same FROM same) AND (SELECT count(*) FROM new_keys) >= 0' : ''}
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
  sender: ['text', row => row.sender ?? ''],
  replay_of: ['text', row => row.replayOf],
}

const usersOf: Record<string, Column<DeliveryRow>> = {
  sent_by: ['text', row => row.sentBy],
  restricted_to: ['text', row => row.restrictedTo],
}

const changesOf: Record<string, Column<DeliveryRow>> = {
  post_id: ['text', row => row.postId ?? ''],
  change: ['text', row => row.change?.kind ?? ''],
  target: ['text', row => row.change?.target ?? ''],
}

const formatsOf: Record<string, Column<DeliveryRow>> = {
  format: ['text', row => (row.format ? JSON.stringify(row.format) : '')],
  event: ['text', row => row.event ?? ''],
}

/** The columns of posts that refer to others. */
const referring: Record<string, Column<PostRow>> = {
  root_id: ['text', row => row.rootId ?? ''],
  delivery_id: ['text', row => row.contentOf ?? ''],
}

const filesOf: Record<string, Column<PostRow>> = {
  files: ['text', row => row.files ?? ''],
}

/** `p`: the posts of new deliveries. The flags add columns that most batches do not need. */
function insertPosts(
  $: Parameter,
  rows: PostRow[],
  { isKeyed, isFiled }: Record<'isKeyed' | 'isFiled', boolean>,
): string {
  const more = { ...(isKeyed && referring), ...(isFiled && filesOf) }
  const names = Object.keys(more)
    .map(name => `, ${name}`)
    .join('')
  const values = names.replace('files', "nullif(files, '')::json")
  return `p AS (
      INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version, type, props${names})
      SELECT row.id, create_at, now, user_id, channel_id, message, html, html_version, type, props::json${values}
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
        ...more,
      })}
      JOIN d ON d.id = left(row.id, 24) || '00'
      ORDER BY row.id
      ON CONFLICT DO NOTHING RETURNING id, channel_id, create_at
    )`
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
