import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { endOfDays, postsBefore } from './delete-expired.js'

/** Where a number of days applies: in a channel, in the channels of a team without their own, or in all without either. */
export type RetentionScope = { channelId: string } | { teamId: string } | 'server'

/** The days of a channel and of its team, or of a team. Null if they have none of their own. */
export type PostDays = { channel: number | null; team: number | null }

export async function channelPostDays(db: Db, channelId: string): Promise<PostDays> {
  const [row] = await db.$queryRaw<PostDays[]>`
    SELECT channels.post_days AS channel, teams.post_days AS team FROM channels LEFT JOIN teams ON teams.id = team_id
    WHERE channels.id = ${channelId}`
  return row ?? { channel: null, team: null }
}

export async function teamPostDays(db: Db, teamId: string): Promise<PostDays> {
  const row = await db.team.findUnique({ where: { id: teamId }, select: { postDays: true } })
  return { channel: null, team: row?.postDays ?? null }
}

/** Sets the days of a channel or a team. Null removes its own number. */
export async function setPostDays(
  db: Db,
  scope: Exclude<RetentionScope, 'server'>,
  postDays: number | null,
): Promise<void> {
  const data = { postDays }
  if ('channelId' in scope) await db.channel.update({ where: { id: scope.channelId }, data })
  else await db.team.update({ where: { id: scope.teamId }, data })
}

/** More are not counted. */
export const maxCountedExpired = 50_000

/** Returns how many posts are older than `days`, at most one more than `maxCountedExpired`. */
export async function countExpired(
  db: Db,
  scope: RetentionScope,
  { days, nowMs }: { days: number; nowMs: number },
): Promise<number> {
  if (days === 0) return 0
  const isIn = conditionOf(scope)
  const isOld = Prisma.raw(postsBefore('channel.id', "''", 'old.last'))
  const [row] = await db.$queryRaw<{ posts: number }[]>`
    SELECT count(*)::int AS posts FROM (
      SELECT FROM (SELECT ${endOfDays(days, nowMs)} AS last) old, channels channel LEFT JOIN teams ON teams.id = team_id,
      LATERAL (
        SELECT FROM posts WHERE ${isOld} AND posts.delete_at = 0 ORDER BY channel_id, posts.id LIMIT ${maxCountedExpired + 1}
      ) post
      WHERE ${isIn} LIMIT ${maxCountedExpired + 1}
    ) expired`
  return row?.posts ?? 0
}

function conditionOf(scope: RetentionScope): Prisma.Sql {
  if (scope === 'server') return Prisma.sql`channel.post_days IS NULL AND teams.post_days IS NULL`
  if ('channelId' in scope) return Prisma.sql`channel.id = ${scope.channelId}`
  return Prisma.sql`channel.team_id = ${scope.teamId} AND channel.post_days IS NULL`
}
