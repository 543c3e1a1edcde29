import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

/** A mention in a post. `userId` is empty for the whole channel: one row, whatever the number of members. */
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
 * Members of some channels who have one of the `asked` names or who have keywords. If a whole channel may be
 * mentioned, also the number of members of each channel.
 */
export type People = { asked: Mentionable; people: Named[]; memberCounts: Map<string, number> }

/** A member, as Postgres returns it. */
export type PersonRow = {
  channel_id: string
  user_id: string
  username: string
  keys: string | null
  first_name: string | null
}

/**
 * Members of these channels who have one of these user names or their own keywords
 * (`notify_props`, docs/behaviour.md, mentions), as SQL. `channelIds` and `usernames` are SQL too.
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

/** Runs `namedMembers` as a query of its own. */
export async function findNamed(db: Db, channelIds: string[], usernames: string[]): Promise<Named[]> {
  if (channelIds.length === 0) return []
  const values = [textArray(channelIds), textArray(usernames)]
  const text = namedMembers('$1::text[]', '$2')
  const { rows } = await db.pool.query<PersonRow>({ name: 'find named', text, values })
  return rows.map(toNamed)
}

/** Returns the number of members of each of these channels. */
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
