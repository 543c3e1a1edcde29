import { hash } from 'node:crypto'
import {
  type ChangeKind,
  type Collapse,
  type KeyedDelivery,
  type KeyState,
  keyName,
  type News,
  noKeys,
  type PostState,
  type SenderKeys,
  type Standing,
  type Stored,
} from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

/** A key of a hook in a channel. `digest`: SHA-256 in hex. */
type KeyId = { hookId: string; channelId: string; digest: string }

export type StatesWanted = {
  keys: KeyId[]
  /** Further posts, by id. */
  postIds: string[]
  deliveryIds: string[]
  /** Whether to read which posts were edited by people. */
  marksEdited: boolean
  /** Keys that were last used before this time have expired. */
  expiredBeforeMs: number
}

/** The stored keys and live posts, and which of the deliveries are recorded. */
export type States = Stored & { recorded: Set<string> }

const text = `
  WITH key AS MATERIALIZED (
    SELECT k.hook_id AS "hookId", k.channel_id AS "channelId", wanted.digest, k.post_id AS "postId",
      k.applied_id AS "appliedId", k.used_at AS "usedAt", k.closed_at AS "closedAt", k.version,
      k.repeats, k.content_of AS "contentOf", k.standing
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (hook_id, channel_id, digest)
    CROSS JOIN LATERAL (
      SELECT * FROM delivery_keys k
      WHERE k.hook_id = wanted.hook_id AND k.channel_id = wanted.channel_id AND k.digest = decode(wanted.digest, 'hex') LIMIT 1
    ) k
  )
  SELECT
    (SELECT json_agg(key) FROM key) AS keys,
    (SELECT json_agg(post) FROM (
      SELECT id, channel_id AS "channelId", root_id AS "rootId", update_at AS "updateAt", delivery_id AS "contentOf",
        delete_at > 0 AS "isDeleted", CASE WHEN delivery_id = '' THEN '' ELSE coalesce(
          (SELECT coalesce(replay_of, id) FROM deliveries WHERE id = posts.delivery_id), delivery_id) END AS "contentOrder",
        $6::boolean AND edit_at > 0 AND EXISTS (
          SELECT FROM posts copy
          WHERE copy.original_id = posts.id AND copy.original_id <> '' AND copy.delivery_id = posts.delivery_id) AS "isEdited"
      FROM posts WHERE id = ANY(ARRAY(SELECT "postId" FROM key UNION SELECT unnest($4::text[]))) AND original_id = ''
    ) post) AS posts,
    (SELECT json_agg(id) FROM deliveries WHERE id = ANY($5::text[])) AS recorded`

type KeyRow = KeyId &
  Pick<KeyState, 'postId' | 'appliedId' | 'version' | 'repeats' | 'contentOf'> & {
    standing: Standing | null
    usedAt: number
    closedAt: number
  }
type PostRow = PostState & { isDeleted: boolean }
type Row = { keys: KeyRow[] | null; posts: PostRow[] | null; recorded: string[] | null }

/** Reads in one query what a plan for these deliveries depends on. */
export async function readStates(
  db: Db,
  { keys, postIds, deliveryIds, marksEdited, expiredBeforeMs }: StatesWanted,
): Promise<States> {
  const columns = [keys.map(key => key.hookId), keys.map(key => key.channelId), keys.map(key => key.digest)]
  const values = [...[...columns, postIds, deliveryIds].map(textArray), marksEdited]
  const { rows } = await db.pool.query<Row>({ name: 'key states', text, values })
  const [row] = rows
  const all = new Map(row?.posts?.map(post => [post.id, post]))
  const posts = new Map([...all].filter(([, { isDeleted }]) => !isDeleted))
  const states = row?.keys?.map(
    key => [keyName(key, key.digest), stateOf(key, all.get(key.postId), expiredBeforeMs)] as const,
  )
  return { keys: new Map(states), posts, recorded: new Set(row?.recorded) }
}

function stateOf(key: KeyRow, post: PostRow | undefined, expiredBeforeMs: number): KeyState {
  const { postId, appliedId, closedAt, version, usedAt, repeats, contentOf, standing } = key
  const isInUse = closedAt === 0 && usedAt >= expiredBeforeMs
  const isLive = isInUse && post?.isDeleted === false
  return {
    postId,
    appliedId,
    isLive,
    deletedBy: isInUse && post?.isDeleted ? post.contentOrder : '',
    version,
    repeats,
    contentOf,
    standing: standing ?? undefined,
  }
}

type Sent = {
  id: string
  hookId: string
  channelId: string
  keys: SenderKeys
  replayOf?: string | undefined
  /** Set if its repeats are counted. `content`: what they have in common. */
  collapse?: (Omit<Collapse, 'digest'> & { content: string }) | undefined
  /** Set if an update is news when something stands worse. */
  news?: News | undefined
  /** Set if it edits or deletes these posts. Its keys have no effect then. */
  change?: { kind: ChangeKind; posts: string[] } | undefined
}

/** Returns a delivery with the digests of its keys. */
export function toKeyed({
  id,
  hookId,
  channelId,
  keys,
  replayOf,
  collapse,
  news,
  change,
}: Sent): KeyedDelivery {
  const { thread, update, close, replyTo } = change === undefined ? keys : noKeys
  return {
    id,
    order: replayOf ?? id,
    hookId,
    channelId,
    threadKey: digestOf(thread),
    updateKey: digestOf(update),
    close,
    replyTo,
    collapse: collapse && withDigest(collapse),
    news: news && { ...news, standing: withDigests(news.standing) },
    change,
  }
}

/** A content's digest is one byte longer than a key's, so that no sender can choose a key with the same digest. */
function withDigest({ content, ...collapse }: NonNullable<Sent['collapse']>): Collapse {
  return { ...collapse, digest: `01${hash('sha256', content)}` }
}

const nameDigestLength = 16

/** Like those of keys, the names of things are not stored. */
function withDigests(standing: Standing): Standing {
  return Object.fromEntries(
    Object.entries(standing).map(([name, rank]) => [hash('sha256', name).slice(0, nameDigestLength), rank]),
  )
}

function digestOf(key: string): string {
  return key === '' ? '' : hash('sha256', key)
}

const dayMs = 86_400_000

/** Returns what a plan for these deliveries depends on. */
export function wantedStates(
  keyed: KeyedDelivery[],
  { nowMs, keyDays }: { nowMs: number; keyDays: number },
): StatesWanted {
  const keys = new Map<string, KeyId>()
  for (const { hookId, channelId, threadKey, updateKey, collapse } of keyed)
    for (const digest of [threadKey, updateKey, collapse?.digest ?? ''])
      if (digest !== '') keys.set(`${hookId} ${channelId} ${digest}`, { hookId, channelId, digest })
  return {
    keys: [...keys.values()],
    postIds: keyed.flatMap(({ replyTo, change }) => [
      ...(replyTo === '' ? [] : [replyTo]),
      ...(change?.posts ?? []),
    ]),
    deliveryIds: keyed.map(({ id }) => id),
    marksEdited: keyed.some(({ collapse }) => collapse !== undefined),
    expiredBeforeMs: nowMs - keyDays * dayMs,
  }
}
