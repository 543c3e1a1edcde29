import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { ms } from '../connection/time.js'
import type { Channel as Row } from '../generated/client.js'

/** `O` public, `P` private, `D` direct (without team: `teamId` is empty). */
type ChannelType = 'O' | 'P' | 'D'

export type Channel = {
  id: string
  createAt: number
  updateAt: number
  deleteAt: number
  teamId: string
  type: ChannelType
  name: string
  displayName: string
  header: string
  purpose: string
  lastPostAt: number
  totalMsgCount: number
  extraUpdateAt: number
  creatorId: string
}

/** The fields of a channel that posting needs. */
export type PostChannel = Pick<Channel, 'id' | 'teamId' | 'type' | 'name'>

export function toChannel(row: Row): Channel {
  return {
    ...row,
    type: row.type as ChannelType,
    createAt: ms(row.createAt),
    updateAt: ms(row.updateAt),
    deleteAt: ms(row.deleteAt),
    lastPostAt: ms(row.lastPostAt),
    totalMsgCount: ms(row.totalMsgCount),
    extraUpdateAt: ms(row.extraUpdateAt),
  }
}

/** Returns channels by ID, including archived ones. */
export async function findChannels(db: Db, ids: string[]): Promise<Map<string, Channel>> {
  if (ids.length === 0) return new Map()
  const text = `${channelRows} WHERE id = ANY($1::text[])`
  const { rows } = await db.pool.query<Channel>({ name: 'channels', text, values: [textArray(ids)] })
  return new Map(rows.map(row => [row.id, row]))
}

/** Returns the live channels with these names in these teams, and direct channels, which have no team. */
export async function findChannelsByName(db: Db, teamIds: string[], names: string[]): Promise<Channel[]> {
  if (names.length === 0) return []
  const values = [textArray([...teamIds, '']), textArray(names)]
  const text = `${channelRows} WHERE team_id = ANY($1::text[]) AND name = ANY($2::text[]) AND delete_at = 0`
  const { rows } = await db.pool.query<Channel>({ name: 'channels by name', text, values })
  return rows
}

const channelRows = `
  SELECT id, create_at::float8 AS "createAt", update_at::float8 AS "updateAt", delete_at::float8 AS "deleteAt",
    team_id AS "teamId", type, name, display_name AS "displayName", header, purpose,
    last_post_at::float8 AS "lastPostAt", total_msg_count::float8 AS "totalMsgCount",
    extra_update_at::float8 AS "extraUpdateAt", creator_id AS "creatorId"
  FROM channels`

/** Returns the names of a team's live public channels, to suggest one for a mistyped name. */
export async function publicChannelNames(db: Db, teamId: string): Promise<string[]> {
  const text = `SELECT name FROM channels WHERE team_id = $1 AND type = 'O' AND delete_at = 0 LIMIT 2000`
  const { rows } = await db.pool.query<{ name: string }>({ name: 'public names', text, values: [teamId] })
  return rows.map(({ name }) => name)
}

/** Returns the team's channels that this user is in and the user's direct channels, by display name. */
export async function channelsOf(db: Db, teamId: string, userId: string): Promise<Channel[]> {
  const rows = await db.channel.findMany({
    where: { teamId: { in: [teamId, ''] }, deleteAt: 0, members: { some: { userId } } },
    orderBy: [{ displayName: 'asc' }, { name: 'asc' }],
  })
  return rows.map(toChannel)
}

/** Returns the IDs of the same channels, or only of those with the given names. A user can be in thousands. */
export async function channelIdsOf(
  { pool }: Pick<Db, 'pool'>,
  { teamId, userId, names = [] }: { teamId: string; userId: string; names?: string[] },
): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string }>({
    name: 'channels of a user',
    text: `SELECT coalesce(string_agg(id, ','), '') AS ids FROM channel_members JOIN channels ON id = channel_id
      WHERE user_id = $1 AND team_id IN ($2, '') AND delete_at = 0
        AND (cardinality($3::text[]) = 0 OR name = ANY($3::text[]))`,
    values: [userId, teamId, textArray(names)],
  })
  const ids = rows[0]?.ids ?? '' // one text, because a thousand rows take a millisecond to read
  return ids === '' ? [] : ids.split(',')
}

/** A user and a channel. */
export type Reader = { channelId: string; userId: string }

/** Returns those `readers` who can read their non-public channel: its members and system administrators. */
export async function findReaders(db: Db, readers: Reader[]): Promise<Reader[]> {
  if (readers.length === 0) return []
  const { rows } = await db.pool.query<Reader>({
    name: 'readers',
    text: `SELECT reader.channel_id AS "channelId", reader.user_id AS "userId"
      FROM unnest($1::text[], $2::text[]) AS reader (channel_id, user_id)
      WHERE EXISTS (SELECT FROM channel_members m WHERE m.channel_id = reader.channel_id AND m.user_id = reader.user_id)
        OR EXISTS (SELECT FROM users WHERE id = reader.user_id AND strpos(roles, 'system_admin') > 0)`,
    values: [
      textArray(readers.map(({ channelId }) => channelId)),
      textArray(readers.map(({ userId }) => userId)),
    ],
  })
  return rows
}
