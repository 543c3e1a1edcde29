import { base32 } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

type Pool = Pick<Db, 'pool'>

const dayMs = 86_400_000

/** Returns the ID before which posts are older than `days`. */
export const endOfDays = (days: number, nowMs: number) => base32(Math.max(0, nowMs - days * dayMs), 10)

/** A channel with posts to delete: those with IDs before `end`. */
export type Expiring = { channelId: string; end: string }

/** A channel and the days that its posts are stored: as it says, or else its team, or else the server. */
type Policy = { channelId: string; days: number }

/** Returns the channels from `from` on that have posts to delete, by ID. `serverDays` is 0 if posts stay. */
export async function expiringChannels(
  db: Pool,
  { serverDays, nowMs, from }: { serverDays: number; nowMs: number; from: string },
): Promise<Expiring[]> {
  const policies = await policiesFrom(db, serverDays, from)
  if (policies.length === 0) return []
  const { rows } = await db.pool.query<Expiring>({
    name: 'expiring channels',
    text: `SELECT id AS "channelId", last AS end FROM unnest($1::text[], $2::text[]) AS channel (id, last)
      WHERE EXISTS (SELECT FROM posts WHERE ${postsBefore('channel.id', "''", 'last')})
      ORDER BY id COLLATE "C"`,
    values: [
      textArray(policies.map(({ channelId }) => channelId)),
      textArray(policies.map(({ days }) => endOfDays(days, nowMs))),
    ],
  })
  return rows
}

async function policiesFrom(db: Pool, serverDays: number, from: string): Promise<Policy[]> {
  const { rows } = await db.pool.query<Policy>({
    name: 'retention policies',
    text: `SELECT id AS "channelId", days FROM (
        SELECT channels.id, coalesce(channels.post_days, teams.post_days, $1::int) AS days
        FROM channels LEFT JOIN teams ON teams.id = team_id WHERE channels.id >= $2
      ) channel WHERE days > 0`,
    values: [serverDays, from],
  })
  return rows
}

/** Returns the SQL of a condition that the planner can only answer by the index of a channel's posts. */
export const postsBefore = (channel: string, after: string, end: string) =>
  `(posts.channel_id, posts.id) > (${channel}, ${after}) AND (posts.channel_id, posts.id) < (${channel}, ${end})`
