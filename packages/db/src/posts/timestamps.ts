import { naturalTimestamp, readTimestamp } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

/** A post that a client of Slack's API sees. */
type SeenPost = { id: string; channelId: string }

type Row = { postId: string; channelId: string; micros: string }
type Wanted = SeenPost & { micros: number }

const maxTries = 20

/**
 * Returns the timestamps of these posts, in microseconds, and stores those that are new. A timestamp is unique in its channel and
 * never changes. It is the natural one, unless another post of the channel has it.
 * @throws if other processes take the chosen ones all the time
 */
export async function timestampsFor(db: Db, posts: SeenPost[]): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  const byId = new Map(posts.map(post => [post.id, { ...post, micros: naturalTimestamp(post.id) }]))
  let wanted = [...byId.values()]
  for (let tries = 0; tries < maxTries; tries++) {
    for (const [id, micros] of await storedTimestamps(db, [...byId.keys()])) known.set(id, micros)
    wanted = wanted.filter(({ id }) => !known.has(id))
    if (wanted.length === 0) return known
    await insert(db, await withFree(db, wanted))
  }
  throw new Error('Other processes took the same timestamps at each try')
}

/** Returns the stored timestamps of these posts. */
export async function storedTimestamps(db: Db, postIds: string[]): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map()
  const { rows } = await db.pool.query<Row>({
    name: 'timestamps of posts',
    text: `SELECT post_id AS "postId", micros FROM post_timestamps WHERE post_id = ANY($1::text[])`,
    values: [textArray(postIds)],
  })
  return new Map(rows.map(({ postId, micros }) => [postId, Number(micros)]))
}

/** Gives each post the first free timestamp from its natural one on. */
async function withFree(db: Db, wanted: Wanted[]): Promise<Wanted[]> {
  const taken = await takenNear(db, wanted)
  return wanted.map(post => {
    let { micros } = post
    while (taken.has(`${post.channelId} ${micros}`)) micros++
    taken.add(`${post.channelId} ${micros}`)
    return { ...post, micros }
  })
}

/** How far after a post's millisecond its timestamp may be. */
const nearMicros = 100_000

async function takenNear(db: Db, wanted: Wanted[]): Promise<Set<string>> {
  const { rows } = await db.pool.query<Row>({
    name: 'taken timestamps',
    text: `SELECT channel_id AS "channelId", taken.micros FROM (
        SELECT DISTINCT channel_id, micros / 1000 * 1000 AS ms FROM unnest($1::text[], $2::bigint[]) wanted (channel_id, micros)
      ) wanted JOIN post_timestamps taken USING (channel_id)
      WHERE taken.micros BETWEEN ms AND ms + ${nearMicros}`,
    values: columns(wanted),
  })
  return new Set(rows.map(({ channelId, micros }) => `${channelId} ${micros}`))
}

/** Sorted, so that two processes take their locks in the same order. */
async function insert(db: Db, posts: Wanted[]): Promise<void> {
  const sorted = posts.toSorted((one, other) => one.micros - other.micros || (one.id < other.id ? -1 : 1))
  await db.pool.query({
    name: 'store timestamps',
    text: `INSERT INTO post_timestamps (channel_id, micros, post_id)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) ON CONFLICT DO NOTHING`,
    values: [...columns(sorted), textArray(sorted.map(({ id }) => id))],
  })
}

function columns(posts: Omit<Wanted, 'id'>[]): [channelIds: Buffer, micros: string] {
  return [textArray(posts.map(({ channelId }) => channelId)), `{${posts.map(({ micros }) => micros).join()}}`]
}

/** A live post in a channel. `isPublic`: whether its channel is. */
export type NamedPost = { id: string; channelId: string; isPublic: boolean }

/** Names a channel by its id, or by its name in a team. */
export type ChannelRef = { channel: string; teamId: string }

const inChannel = `channels channel JOIN posts ON posts.channel_id = channel.id
  WHERE (channel.id = $1 OR (channel.team_id = $2 AND channel.name = $1)) AND posts.delete_at = 0 AND posts.id =`

/** Returns the live post of a channel that `ts` names: by its timestamp, or by its id. */
export async function findByTimestamp(
  db: Db,
  { channel, teamId }: ChannelRef,
  ts: string,
): Promise<NamedPost | undefined> {
  const micros = readTimestamp(ts)
  const [name, postId] =
    micros === undefined
      ? ['post by id in a channel', '$3']
      : [
          'post by timestamp',
          '(SELECT post_id FROM post_timestamps WHERE channel_id = channel.id AND micros = $3::bigint)',
        ]
  const { rows } = await db.pool.query<NamedPost>({
    name,
    text: `SELECT posts.id, channel.id AS "channelId", channel.type = 'O' AS "isPublic" FROM ${inChannel} ${postId}`,
    values: [channel, teamId, micros ?? ts],
  })
  return rows[0]
}

/** Returns the posts with these timestamps, by channel and timestamp. */
export async function postsByTimestamp(
  db: Db,
  wanted: { channelId: string; micros: number }[],
): Promise<Map<string, string>> {
  const { rows } = await db.pool.query<Row>({
    name: 'posts by timestamp',
    text: `SELECT channel_id AS "channelId", micros, post_id AS "postId" FROM post_timestamps
      WHERE (channel_id, micros) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`,
    values: columns(wanted),
  })
  return new Map(rows.map(({ channelId, micros, postId }) => [`${channelId} ${micros}`, postId]))
}
