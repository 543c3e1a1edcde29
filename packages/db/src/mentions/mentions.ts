import type { Db } from '../connection/open.js'
import { textArray } from '../connection/text-array.js'

/** Somebody is mentioned by a post; `userId` is empty when the whole channel is: one row, however many members. */
export type MentionRow = { postId: string; userId: string; channelId: string }

/** A member of a channel and the words that mention them there. */
export type Named = {
  channelId: string
  userId: string
  username: string
  /** Lower-case. */
  keywords: string[]
  firstName: string | undefined
}

/** User names that a text may mention, and whether it may mention a whole channel. */
export type Mentionable = { usernames: Set<string>; wholeChannel: boolean }

/**
 * The members of some channels who have one of the names that were `asked` for, or who asked to be told of other words;
 * and, where a whole channel may be mentioned, how many members each has.
 */
export type People = { asked: Mentionable; people: Named[]; memberCounts: Map<string, number> }

/** A member as Postgres tells it. */
export type PersonRow = {
  channel_id: string
  user_id: string
  username: string
  keys: string | null
  first_name: string | null
}

/**
 * The members of these channels who have one of these user names, or who asked to be told of other words as well
 * (`notify_props`, docs/behaviour.md, mentions), as SQL; `channelIds` and `usernames` are SQL too.
 */
export const namedMembers = (channelIds: string, usernames: string) => `
  SELECT m.channel_id, m.user_id, u.username, lower(u.notify_props->>'mention_keys') AS keys,
    CASE WHEN u.notify_props->>'first_name' = 'true' AND u.first_name <> '' THEN u.first_name END AS first_name
  FROM channel_members m JOIN users u ON u.id = m.user_id
  WHERE m.channel_id = ANY(${channelIds}) AND u.delete_at = 0 AND (u.username = ANY(${usernames}::text[])
    OR u.notify_props->>'mention_keys' <> '' OR u.notify_props->>'first_name' = 'true')`

export function toNamed(row: PersonRow): Named {
  return {
    channelId: row.channel_id,
    userId: row.user_id,
    username: row.username,
    keywords: row.keys === null ? [] : row.keys.split(',').map(key => key.trim()),
    firstName: row.first_name ?? undefined,
  }
}

/** `namedMembers` asked by itself. */
export async function findNamed(db: Db, channelIds: string[], usernames: string[]): Promise<Named[]> {
  if (channelIds.length === 0) return []
  const values = [textArray(channelIds), textArray(usernames)]
  const text = namedMembers('$1::text[]', '$2')
  const { rows } = await db.pool.query<PersonRow>({ name: 'find named', text, values })
  return rows.map(toNamed)
}

/** How many members each of these channels has. */
export async function countMembers(db: Db, channelIds: string[]): Promise<Map<string, number>> {
  if (channelIds.length === 0) return new Map()
  const text =
    'SELECT channel_id, count(*)::int AS members FROM channel_members WHERE channel_id = ANY($1::text[]) GROUP BY 1'
  const values = [textArray(channelIds)]
  const { rows } = await db.pool.query<{ channel_id: string; members: number }>({
    name: 'member counts',
    text,
    values,
  })
  return new Map(rows.map(({ channel_id, members }) => [channel_id, members]))
}
