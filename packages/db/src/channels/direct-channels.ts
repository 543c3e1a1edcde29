import { createHash } from 'node:crypto'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { type Channel, findChannelsByName } from './channels.js'

/** The two members of a direct channel. */
export type Pair = { userId: string; otherId: string }

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the two user IDs joined by two underscores, the smaller first (docs/behaviour.md, targets). */
export function directName({ userId, otherId }: Pair): string {
  return [userId, otherId].toSorted().join('__')
}

/** Derived from the name, so that concurrent creations result in one channel. */
function directId(name: string): string {
  const digest = createHash('sha256').update(name).digest()
  return Array.from(digest.subarray(0, 26), byte => idAlphabet[byte % 32]).join('')
}

/**
 * Returns the direct channels of these pairs by name and creates missing ones with both members. Call it before the
 * transaction that posts into them, because it takes its own locks.
 */
export async function directChannels(db: Db, pairs: Pair[], nowMs: number): Promise<Map<string, Channel>> {
  const byName = new Map(pairs.map(pair => [directName(pair), pair]))
  const found = await byNames(db, [...byName.keys()])
  const missing = [...byName].filter(([name]) => !found.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (missing.length === 0) return found
  await make(db, missing, nowMs)
  return byNames(db, [...byName.keys()])
}

async function byNames(db: Db, names: string[]): Promise<Map<string, Channel>> {
  const channels = await findChannelsByName(db, [], names)
  return new Map(channels.map(channel => [channel.name, channel]))
}

/** One statement, because a process that dies between two would block others until its connection times out. */
const making = `
  WITH missing AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS pair (id, name, user_id, other_id)),
  made AS (
    INSERT INTO channels (id, create_at, update_at, team_id, type, name, display_name, creator_id)
    SELECT id, $5::bigint, $5::bigint, '', 'D', name, '', user_id FROM missing ON CONFLICT DO NOTHING
  )
  INSERT INTO channel_members (channel_id, user_id, last_update_at)
  SELECT id, member, $5::bigint FROM missing, unnest(ARRAY[user_id, other_id]) member ON CONFLICT DO NOTHING`

async function make(db: Db, missing: [string, Pair][], nowMs: number): Promise<void> {
  const columns = [
    missing.map(([name]) => directId(name)),
    missing.map(([name]) => name),
    missing.map(([, { userId }]) => userId),
    missing.map(([, { otherId }]) => otherId),
  ]
  await db.pool.query({
    name: 'make direct channels',
    text: making,
    values: [...columns.map(textArray), nowMs],
  })
}
