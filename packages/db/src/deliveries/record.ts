import { isMissingPartition } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { areAlike, type Parameter, parameters, rowTable, shapeOf } from '../connection/parameters.js'
import type { MentionRow } from '../mentions/mentions.js'
import { partitionsFor } from './partitions.js'
import {
  type Alike,
  changesOf,
  type DeliveryRow,
  deliveryColumns,
  endColumns,
  filesOf,
  formatsOf,
  hookColumns,
  lookColumns,
  type PostRow,
  postColumns,
  referring,
  splitColumns,
  usersOf,
  versionColumns,
} from './rows.js'

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
 * Returns the statement, and a name that is the same for the same text. Postgres knows a name by its first 63 bytes. Most batches
 * mention nobody, and leaving mentions out saves a fifth of the statement's time. Most end alike, and many are of one hook: sending
 * such columns once saves a tenth.
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
  const isMany = shapeOf(deliveries) === 'many'
  const endAlike = isMany && areAlike(deliveries, endColumns) && areAlike(posts, versionColumns)
  const ofOneHook = isMany && areAlike(deliveries, hookColumns) && areAlike(posts, lookColumns)
  const text = `
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    ${keyed?.before ?? ''}
    ${insertDeliveries($, deliveries.toSorted(byId), { sent, isKeyed, changes, isFormatted, endAlike, ofOneHook })},
    ${insertPosts($, posts.toSorted(byId), { isKeyed, isFiled, endAlike, ofOneHook })},
    ${keyed?.after ?? ''}
    ${mentioning ? `${insertMentions($, mentions, isKeyed)}, ${countMentions(isKeyed)},` : ''}
    ${countPosts(mentioning ? 'mentioned' : undefined)},
    ${touchHooks($)}
    SELECT id FROM d`
  const mentioned = mentioning ? `, mentioning ${shapeOf(mentions)}` : ''
  const flags = { a: endAlike, h: ofOneHook, s: sent, c: changes, f: isFormatted, i: isFiled }
  const letters = Object.entries(flags).flatMap(([letter, isSet]) => (isSet ? letter : []))
  const kind = letters.length > 0 ? ` ${letters.join('')}` : ''
  const shapes = `${shapeOf(deliveries)}${kind}${keyed?.shape ?? ''}, ${shapeOf(posts)}${mentioned}`
  return { name: `record (${shapes})`, text }
}

/** `d`: the new deliveries. The flags add columns that most batches do not need. */
function insertDeliveries(
  $: Parameter,
  rows: DeliveryRow[],
  {
    sent,
    isKeyed,
    changes,
    isFormatted,
    ...alike
  }: Alike & Record<'sent' | 'isKeyed' | 'changes' | 'isFormatted', boolean>,
): string {
  const more = { ...(sent && usersOf), ...(changes && changesOf), ...(isFormatted && formatsOf) }
  const names = Object.keys(more)
  return `d AS (
      INSERT INTO deliveries (${['id, hook_id, team_id, channel_id, settled_at, outcome, reason, detail, post_count, tries, request_id, payload, ignored, sender, replay_of', ...names].join(', ')})
      SELECT id, hook_id, team_id, channel_id, now, outcome, reason, detail, post_count, tries, request_id, payload, string_to_array(ignored, chr(10)),
        ${['sender', 'replay_of', ...names].map(name => `nullif(${name}, '')`).join(', ')}
      FROM clock, ${rowTable($, rows, ...splitColumns({ ...deliveryColumns, ...more }, endColumns, hookColumns, alike))}
      ${isKeyed ? 'WHERE (SELECT is_same FROM same) AND (SELECT count(*) FROM new_keys) >= 0' : ''}
      ON CONFLICT DO NOTHING RETURNING id, hook_id
    )`
}

/** `p`: the posts of new deliveries. The flags add columns that most batches do not need. */
function insertPosts(
  $: Parameter,
  rows: PostRow[],
  { isKeyed, isFiled, ...alike }: Alike & Record<'isKeyed' | 'isFiled', boolean>,
): string {
  const more = { ...(isKeyed && referring), ...(isFiled && filesOf) }
  const names = Object.keys(more)
    .map(name => `, ${name}`)
    .join('')
  const values = names.replace('files', "nullif(files, '')::json")
  return `p AS (
      INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version, type, props${names})
      SELECT row.id, create_at, now, user_id, channel_id, message, html, html_version, type, props::json${values}
      FROM clock, ${rowTable($, rows, ...splitColumns({ ...postColumns, ...more }, versionColumns, lookColumns, alike))}
      JOIN d ON d.id = left(row.id, 24) || '00'
      ORDER BY row.id
      ON CONFLICT DO NOTHING RETURNING id, channel_id, create_at
    )`
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}

/** Minimum interval between two writes of a hook's last use. */
const lastUsedEveryMs = 60_000

/** `m`: the mentions in new posts. In changed posts, only of users who were not mentioned before. */
function insertMentions($: Parameter, rows: MentionRow[], isKeyed: boolean): string {
  const posts = isKeyed ? '(SELECT id FROM p UNION ALL SELECT id FROM u) p' : 'p'
  return `m AS (
      INSERT INTO mentions (post_id, user_id, channel_id)
      SELECT row.* FROM ${rowTable($, rows, {
        post_id: ['text', row => row.postId],
        user_id: ['text', row => row.userId],
        channel_id: ['text', row => row.channelId],
      })}
      JOIN ${posts} ON p.id = row.post_id
      ${isKeyed ? "WHERE NOT EXISTS (SELECT FROM mentions known WHERE known.post_id = row.post_id AND known.user_id = '')" : ''}
      ON CONFLICT DO NOTHING RETURNING post_id, user_id, channel_id
    )`
}

/** News mentions people in its own post, and not again in the post that it changed. */
const notTwice = ' AND NOT EXISTS (SELECT FROM change WHERE change.id = m.post_id AND change.is_news = 1)'

/** `mentioned`: the members of channels with more mentions. */
const countMentions = (isKeyed: boolean) => `notified AS (
      SELECT post_id, channel_id, user_id FROM m WHERE user_id <> ''${isKeyed ? notTwice : ''}
      UNION
      SELECT m.post_id, member.channel_id, member.user_id
      FROM m JOIN channel_members member USING (channel_id) JOIN users ON users.id = member.user_id
      WHERE m.user_id = '' AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
        ${isKeyed ? `AND NOT EXISTS (SELECT FROM mentions known WHERE known.post_id = m.post_id AND known.user_id = member.user_id)${notTwice}` : ''}
    ),
    per_member AS (SELECT channel_id, user_id, count(*) AS mentions FROM notified GROUP BY channel_id, user_id),
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
