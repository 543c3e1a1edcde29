import type { KeyWrite, PostState } from '@posthorn/core'
import pg from 'pg'
import type { Db } from '../connection/open.js'
import { type Parameter, parameters, rowTable, shapeOf } from '../connection/parameters.js'
import { type KeyedParts, statement, withPartitions } from '../deliveries/record.js'
import type { DeliveryRow, PostRow } from '../deliveries/rows.js'
import type { MentionRow } from '../mentions/mentions.js'
import { maxOldVersions } from '../posts/write-posts.js'

/** The new content of a stored post. */
type ContentChange = {
  /** The content, with the id of the changed post. */
  row: PostRow
  /** The delivery that changes it. */
  by: string
  /** The delivery whose further texts in the thread are removed, if any. */
  overflowOf: string | undefined
  /** The thread's root. */
  rootId: string
  /** Whether another post of the same delivery tells the people whom it mentions. */
  isNews: boolean
}

/** A post that shows another counter, and one of the deliveries that it counts now. `repeats`: JSON of the prop. */
export type RepeatChange = {
  row: Pick<PostRow, 'id' | 'message' | 'html' | 'htmlVersion'>
  by: string
  repeats: string
}

/** What a plan writes besides new deliveries and posts. */
export type KeyedWrites = {
  keys: KeyWrite[]
  changes: ContentChange[]
  repeats: RepeatChange[]
  removals: { id: string; by: string }[]
  /** The posts as they were read. */
  guarded: PostState[]
}

/** Times of use are written at most once an hour, so that most uses of a key change no index. */
const usedEveryMs = 3_600_000

/**
 * Like `recordBatch`, for deliveries that refer to earlier posts: it also writes keys, new content and deletions, in the same
 * statement. Locks keys, then their posts, before everything else.
 * @returns the ids of the new deliveries; `changed` if a key or post is no longer as it was read, and nothing was written
 */
export async function recordKeyed(
  db: Db,
  deliveries: DeliveryRow[],
  posts: PostRow[],
  mentions: MentionRow[],
  writes: KeyedWrites,
): Promise<string[] | 'changed'> {
  const { $, values } = parameters()
  const parts = partsOf($, writes)
  const { name, text } = statement($, deliveries, posts, mentions, parts)
  const asked = { name, text: text.replace(/SELECT id FROM d$/, lastSelect), values }
  try {
    const { rows } = await withPartitions(db, deliveries, () =>
      db.pool.query<{ is_same: boolean; ids: string[] }>(asked),
    )
    return rows[0]?.is_same ? rows[0].ids : 'changed'
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'delivery_keys_pkey') return 'changed'
    throw error
  }
}

const lastSelect = `SELECT is_same, coalesce((SELECT array_agg(id) FROM d), '{}') AS ids FROM same`

function partsOf($: Parameter, { keys, changes, repeats, removals, guarded }: KeyedWrites): KeyedParts {
  const fresh = keys.filter(({ version }) => version === undefined)
  const known = keys.filter(({ version }) => version !== undefined)
  const counts = [fresh, known, changes, removals, guarded, repeats].map(rows =>
    rows.length === 0 ? '-' : shapeOf(rows)[0],
  )
  return {
    shape: ` keyed ${counts.join('')}`,
    before: `${lockKeys($, known)}, ${lockPosts($, guarded)},
      same AS MATERIALIZED (SELECT (SELECT count(*) FROM locked_posts WHERE is_same) = ${$(guarded.length)}::int
        AND (SELECT count(*) FROM locked_keys WHERE is_same) = ${$(known.length)}::int AS is_same),
      ${insertKeys($, fresh)}, ${updateKeys($, known)},`,
    after: `${changePosts($, changes)}, ${removePosts($, removals)}, ${repeats.length === 0 ? '' : `${showRepeats($, repeats)},`}`,
  }
}

const keyOf = (key: KeyWrite) => key.name.split(' ')

const keyColumns = {
  hook_id: ['text', (key: KeyWrite) => keyOf(key)[0] ?? ''],
  channel_id: ['text', (key: KeyWrite) => keyOf(key)[1] ?? ''],
  digest: ['text', (key: KeyWrite) => keyOf(key)[2] ?? ''],
  post_id: ['text', (key: KeyWrite) => key.postId],
  applied_id: ['text', (key: KeyWrite) => key.appliedId],
  is_closed: ['int', (key: KeyWrite) => Number(key.isClosed)],
  ends_at: ['bigint', (key: KeyWrite) => key.endsAt],
  repeats: ['int', (key: KeyWrite) => key.repeats],
  content_of: ['text', (key: KeyWrite) => key.contentOf],
  standing: ['text', (key: KeyWrite) => (key.standing ? JSON.stringify(key.standing) : '')],
} satisfies Parameters<typeof rowTable<KeyWrite>>[2]

/** An empty list needs no parameters, and its rows have no types. */
function orEmpty<Row>(rows: Row[], sql: (rows: Row[]) => string, columns: string): string {
  return rows.length === 0 ? `(SELECT ${columns} WHERE false)` : `(${sql(rows)})`
}

/** `locked_keys`: the stored keys, in one order everywhere, and whether they are as they were read. */
function lockKeys($: Parameter, keys: KeyWrite[]): string {
  const rows = (some: KeyWrite[]) => `
    SELECT k.version = row.version AS is_same FROM delivery_keys k
    JOIN ${rowTable($, some, { ...keyColumns, version: ['bigint', key => key.version ?? 0] })}
      ON k.hook_id = row.hook_id AND k.channel_id = row.channel_id AND k.digest = decode(row.digest, 'hex')
    ORDER BY k.hook_id, k.channel_id, k.digest FOR UPDATE OF k`
  return `locked_keys AS MATERIALIZED ${orEmpty(keys, rows, 'true AS is_same')}`
}

/** `locked_posts`: the same for the posts to change. */
function lockPosts($: Parameter, posts: PostState[]): string {
  const columns = {
    id: ['text', (post: PostState) => post.id],
    update_at: ['bigint', (post: PostState) => post.updateAt],
  } satisfies Parameters<typeof rowTable<PostState>>[2]
  const rows = (some: PostState[]) => `
    SELECT posts.update_at = row.update_at AND posts.delete_at = 0 AS is_same
    FROM posts JOIN ${rowTable($, some, columns)} ON posts.id = row.id
    WHERE (SELECT count(*) FROM locked_keys) >= 0 ORDER BY posts.id FOR NO KEY UPDATE OF posts`
  return `locked_posts AS MATERIALIZED ${orEmpty(posts, rows, 'true AS is_same')}`
}

/** `new_keys`. A key that another process added meanwhile violates the primary key, which undoes the statement. */
function insertKeys($: Parameter, keys: KeyWrite[]): string {
  const rows = (some: KeyWrite[]) => `
    INSERT INTO delivery_keys (hook_id, channel_id, digest, post_id, applied_id, used_at, closed_at, repeats, content_of, standing)
    SELECT row.hook_id, row.channel_id, decode(row.digest, 'hex'), row.post_id, row.applied_id, now,
      CASE WHEN ends_at > 0 THEN ends_at ELSE now * is_closed END, row.repeats, row.content_of, nullif(row.standing, '')::jsonb
    FROM clock, ${rowTable($, some, keyColumns)} WHERE (SELECT is_same FROM same)
    ORDER BY row.hook_id, row.channel_id, decode(row.digest, 'hex') RETURNING hook_id`
  return `new_keys AS ${orEmpty(keys, rows, "'' AS hook_id")}`
}

function updateKeys($: Parameter, keys: KeyWrite[]): string {
  const rows = (some: KeyWrite[]) => `
    UPDATE delivery_keys k SET post_id = row.post_id, applied_id = row.applied_id, version = k.version + 1,
      used_at = CASE WHEN k.used_at < now - ${$(usedEveryMs)}::bigint THEN now ELSE k.used_at END,
      closed_at = CASE WHEN ends_at > 0 THEN ends_at WHEN is_closed = 0 THEN 0 WHEN k.closed_at > 0 THEN k.closed_at ELSE now END,
      repeats = row.repeats, content_of = row.content_of, standing = nullif(row.standing, '')::jsonb
    FROM clock, ${rowTable($, some, keyColumns)}
    WHERE (SELECT is_same FROM same)
      AND k.hook_id = row.hook_id AND k.channel_id = row.channel_id AND k.digest = decode(row.digest, 'hex')
    RETURNING k.hook_id`
  return `used_keys AS ${orEmpty(keys, rows, "'' AS hook_id")}`
}

const changeColumns = {
  id: ['text', (change: ContentChange) => change.row.id],
  by: ['text', (change: ContentChange) => change.by],
  message: ['text', (change: ContentChange) => change.row.message],
  html: ['text', (change: ContentChange) => change.row.html],
  html_version: ['int', (change: ContentChange) => change.row.htmlVersion],
  type: ['text', (change: ContentChange) => change.row.type],
  props: ['text', (change: ContentChange) => change.row.props],
  root_id: ['text', (change: ContentChange) => change.rootId],
  overflow: ['text', (change: ContentChange) => change.overflowOf?.slice(0, 24) ?? ''],
  is_news: ['int', (change: ContentChange) => Number(change.isNews)],
} satisfies Parameters<typeof rowTable<ContentChange>>[2]

const numbers: ReadonlySet<string> = new Set(['html_version', 'is_news'])

/** `u`: the changed posts. Each old version is stored as a deleted copy, numbered last among its delivery's posts. */
function changePosts($: Parameter, changes: ContentChange[]): string {
  const names = Object.keys(changeColumns)
  const empty = names.map(name => (numbers.has(name) ? `0 AS ${name}` : `'' AS ${name}`)).join(', ')
  const rows = (some: ContentChange[]) =>
    `SELECT row.* FROM ${rowTable($, some, changeColumns)} JOIN d ON d.id = row.by`
  return `change AS MATERIALIZED ${orEmpty(changes, rows, empty)},
    copies AS (
      INSERT INTO posts (id, create_at, update_at, edit_at, delete_at, user_id, channel_id, root_id, original_id, delivery_id,
        message, html, html_version, type, props)
      SELECT left(change.by, 24) || 'zz', old.create_at, now, old.edit_at, now, old.user_id, old.channel_id, old.root_id, old.id,
        old.delivery_id, old.message, old.html, old.html_version, old.type, old.props
      FROM clock, change JOIN posts old ON old.id = change.id
      ON CONFLICT DO NOTHING
    ),
    u AS (
      UPDATE posts SET message = change.message, html = change.html, html_version = change.html_version, type = change.type,
        props = change.props::json, edit_at = now, update_at = greatest(now, posts.update_at + 1), delivery_id = change.by
      FROM clock, change WHERE posts.id = change.id RETURNING posts.id
    ),
    pruned AS (
      DELETE FROM posts WHERE id = ANY(ARRAY(
        SELECT old.id FROM change CROSS JOIN LATERAL (
          SELECT copy.id FROM posts copy WHERE copy.original_id = change.id AND copy.original_id <> ''
          ORDER BY copy.id DESC OFFSET ${$(maxOldVersions - 1)}::int) old))
    )`
}

/** Shows counters. This is no edit: it stores no version, and only `update_at` changes. */
function showRepeats($: Parameter, repeats: RepeatChange[]): string {
  const columns = {
    id: ['text', ({ row }: RepeatChange) => row.id],
    by: ['text', ({ by }: RepeatChange) => by],
    message: ['text', ({ row }: RepeatChange) => row.message],
    html: ['text', ({ row }: RepeatChange) => row.html],
    html_version: ['int', ({ row }: RepeatChange) => row.htmlVersion],
    repeats: ['text', (repeat: RepeatChange) => repeat.repeats],
  } satisfies Parameters<typeof rowTable<RepeatChange>>[2]
  return `counter AS MATERIALIZED (SELECT row.* FROM ${rowTable($, repeats, columns)} JOIN d ON d.id = row.by),
    repeated AS (
      UPDATE posts SET message = counter.message, html = counter.html, html_version = counter.html_version,
        update_at = greatest(now, posts.update_at + 1), props = (
          SELECT json_object_agg(key, value) FROM (
            SELECT key, value FROM json_each(posts.props) WHERE key <> 'repeats'
            UNION ALL SELECT 'repeats', counter.repeats::json) prop)
      FROM clock, counter WHERE posts.id = counter.id
    )`
}

/**
 * Deletes posts with their replies, and the further texts of replaced content. Those are found by their ids, because a thread
 * may have any number of other replies.
 */
function removePosts($: Parameter, removals: { id: string; by: string }[]): string {
  const columns = {
    id: ['text', (removal: { id: string }) => removal.id],
    by: ['text', (removal: { by: string }) => removal.by],
  } satisfies Parameters<typeof rowTable<{ id: string; by: string }>>[2]
  const rows = (some: { id: string; by: string }[]) =>
    `SELECT row.* FROM ${rowTable($, some, columns)} JOIN d ON d.id = row.by`
  return `removal AS MATERIALIZED ${orEmpty(removals, rows, "'' AS id, '' AS by")},
    gone AS (
      UPDATE posts SET delete_at = now, update_at = greatest(now, posts.update_at + 1),
        delivery_id = coalesce((SELECT by FROM removal WHERE removal.id IN (posts.id, posts.root_id) LIMIT 1), posts.delivery_id)
      FROM clock WHERE posts.delete_at = 0 AND posts.id = ANY(ARRAY(
        SELECT id FROM removal
        UNION
        SELECT reply.id FROM removal CROSS JOIN LATERAL (
          SELECT id FROM posts WHERE root_id = removal.id AND root_id <> '' AND delete_at = 0) reply
        UNION
        SELECT reply.id FROM change CROSS JOIN LATERAL (
          SELECT id, root_id, delivery_id FROM posts WHERE id > change.overflow AND id < change.overflow || 'zz' OFFSET 0) reply
        WHERE change.overflow <> '' AND reply.root_id = change.root_id AND reply.id <> change.id AND reply.delivery_id = ''))
    )`
}
