import type { Db } from '../connection/open.js'
import { beginsWithWords, lowerCase, lowerCaseOf, wordsOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { type Channel, findChannels } from './channels.js'

/** `without`: only channels that this user is not in. */
type NameSearch = { term: string; limit: number; without?: string }

/** Returns the team's live public channels whose name has a word starting with each word of `term`, by display name. */
export async function findPublicChannels(
  db: Db,
  teamId: string,
  { term, limit, without = '' }: NameSearch,
): Promise<Channel[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM channels
    WHERE team_id = ${teamId} AND type = 'O' AND delete_at = 0 AND ${beginsWithWords(`name || ' ' || display_name`, wordsOf(term))}
      AND NOT EXISTS (SELECT FROM channel_members WHERE channel_id = channels.id AND user_id = ${without})
    ORDER BY display_name, name LIMIT ${limit}`
  const channels = await findChannels(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => channels.get(id) ?? [])
}

export type ChannelSearch = {
  teamId: string
  /** The user who searches. */
  userId: string
  /** Public ones that the user is not in; archived ones; or live ones that the user can read as a member of the team. */
  which: 'joinable' | 'archived' | 'readable'
  /** Part of the URL name or display name, ignoring case. Empty matches everything. */
  text: string
  /** Only the channel with this ID or URL name. Empty for all. */
  channel: string
  /** Only channels after the one with this ID. Empty: from the beginning. */
  after: string
  limit: number
  /** Of archived channels: only those that this user created, and private ones only if this user is a member. */
  by?: string
  readBy?: string
}

/** Returns a page of matching channels, by display name or the latest archived first, and their total number. */
export async function searchChannels(
  db: Db,
  search: ChannelSearch,
): Promise<{ channels: Channel[]; total: number }> {
  const { which, after, limit } = search
  // `place` ascends in the order of the list. Archived channels have times of 13 digits.
  const place =
    which === 'archived'
      ? Prisma.sql`lpad((9999999999999 - delete_at)::text, 13, '0')`
      : Prisma.sql`display_name || chr(10) || name`
  const [row] = await db.$queryRaw<{ total: number; ids: string[] }[]>`
    WITH matched AS MATERIALIZED (SELECT id, ${place} AS place FROM channels WHERE ${matching(search)})
    SELECT (SELECT count(*)::int FROM matched) AS total, ARRAY(
      SELECT id FROM matched
      WHERE ${after === ''} OR (place, id) > (SELECT ${place}, id FROM channels WHERE id = ${after})
      ORDER BY place, id LIMIT ${limit}
    ) AS ids`
  const found = await findChannels(db, row?.ids ?? [])
  return { channels: (row?.ids ?? []).flatMap(id => found.get(id) ?? []), total: row?.total ?? 0 }
}

function matching({ teamId, userId, which, text, channel, by, readBy }: ChannelSearch): Prisma.Sql {
  const isMember = (user: string) =>
    Prisma.sql`EXISTS (SELECT FROM channel_members WHERE channel_id = channels.id AND user_id = ${user})`
  const kinds = {
    joinable: Prisma.sql`type = 'O' AND delete_at = 0 AND NOT ${isMember(userId)}`,
    readable: Prisma.sql`delete_at = 0 AND (type = 'O' OR ${isMember(userId)})`,
    archived: Prisma.sql`delete_at > 0`,
  }
  const wanted = [Prisma.sql`team_id = ${teamId}`, kinds[which]]
  if (channel !== '') wanted.push(Prisma.sql`(id = ${channel} OR name = ${channel})`)
  if (text !== '') {
    const names = lowerCase('name || chr(10) || display_name', [text])
    wanted.push(Prisma.sql`strpos(${names}, ${lowerCaseOf(text, [text])}) > 0`)
  }
  if (by !== undefined) wanted.push(Prisma.sql`creator_id = ${by}`)
  if (readBy !== undefined) wanted.push(Prisma.sql`(type = 'O' OR ${isMember(readBy)})`)
  return Prisma.join(wanted, ' AND ')
}
