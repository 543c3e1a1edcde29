import type { Db } from '../connection/open.js'
import { inTransactionOf } from '../connection/transaction.js'

/** The way in which a user is notified. */
type NoticeKind = 'push' | 'mail'

/** A user and the post that mentions them. */
export type DueNotice = { userId: string; postId: string }

/** Later than this, a push notification does not help anybody. */
const uselessAfterMs = 3_600_000

/**
 * Claims up to `most` due notifications by deleting them, so that each is sent at most once, even if this process dies before
 * it sends them. Concurrent claims get different ones. Omits those that are an hour late.
 */
export async function claimDueNotices(
  db: Db,
  kind: NoticeKind,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<DueNotice[]> {
  const rows = await db.$queryRaw<(DueNotice & { dueAt: bigint })[]>`
    WITH due AS MATERIALIZED (
      SELECT kind, user_id, post_id FROM due_notices WHERE kind = ${kind} AND due_at <= ${nowMs}::bigint
      ORDER BY due_at, user_id LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM due_notices notice USING due
    WHERE notice.kind = due.kind AND notice.user_id = due.user_id AND notice.post_id = due.post_id
    RETURNING notice.user_id AS "userId", notice.post_id AS "postId", notice.due_at AS "dueAt"`
  return rows.filter(({ dueAt }) => Number(dueAt) > nowMs - uselessAfterMs)
}

/** A user may get an e-mail once a day only. */
const removedAfterMs = 3 * 86_400_000

/** Removes notifications that nobody claimed for three days, because no process sends any. @returns how many */
export async function removeOldNotices(db: Db, nowMs: number): Promise<number> {
  const before = nowMs - removedAfterMs
  const { rowCount } = await db.pool.query('DELETE FROM due_notices WHERE due_at < $1::bigint', [before])
  return rowCount ?? 0
}

/** What a notification of a post shows, and where it leads. */
export type WantedNotice = {
  userId: string
  post: { id: string; rootId: string; message: string; html: string; props: Record<string, unknown> }
  channel: { type: string; name: string; displayName: string }
  /** The name of the channel's team. For a direct channel, of any team of the user. */
  team: string
  /** The author's user name. */
  author: string
  /** The user name of the other user of a direct channel, else empty. */
  partner: string
}

type Row = {
  user_id: string
  id: string
  root_id: string
  message: string
  html: string
  props: Record<string, unknown>
  type: string
  name: string
  display_name: string
  team: string
  author: string
  partner: string
}

/**
 * Returns those notifications whose user is active, may still read the post, has not read the channel's mentions, and wants
 * notifications of the channel. Omits deleted posts and the user's own ones. By post.
 */
export async function findWantedNotices(db: Db, due: DueNotice[]): Promise<WantedNotice[]> {
  if (due.length === 0) return []
  const [users, posts] = [due.map(({ userId }) => userId), due.map(({ postId }) => postId)]
  const rows = await db.$queryRaw<Row[]>`
    SELECT due.user_id, post.id, post.root_id, post.message, post.html, post.props, channel.type, channel.name,
      channel.display_name, home.name AS team, author.username AS author, coalesce(partner.username, '') AS partner
    FROM unnest(${users}::text[], ${posts}::text[]) AS due (user_id, post_id)
    JOIN posts post ON post.id = due.post_id AND post.delete_at = 0
    JOIN users reader ON reader.id = due.user_id AND reader.delete_at = 0
    JOIN users author ON author.id = post.user_id
    JOIN channels channel ON channel.id = post.channel_id AND channel.delete_at = 0
    JOIN channel_members member ON member.channel_id = channel.id AND member.user_id = reader.id
    CROSS JOIN LATERAL (
      SELECT teams.name FROM team_members JOIN teams ON teams.id = team_members.team_id AND teams.delete_at = 0
      WHERE team_members.user_id = reader.id AND team_members.delete_at = 0 AND channel.team_id IN ('', teams.id)
      ORDER BY teams.name LIMIT 1
    ) home
    LEFT JOIN users partner ON channel.type = 'D'
      AND partner.id = trim(both '_' FROM replace(channel.name, reader.id, ''))
    WHERE member.mention_count > 0 AND member.notify_props->>'desktop' IS DISTINCT FROM 'none'
      AND NOT (post.user_id = reader.id AND post.props->>'from_webhook' IS DISTINCT FROM 'true')
    ORDER BY post.id`
  return rows.map(toNotice)
}

function toNotice({ user_id, id, root_id, message, html, props, ...row }: Row): WantedNotice {
  const { type, name, display_name: displayName, team, author, partner } = row
  const post = { id, rootId: root_id, message, html, props }
  return { userId: user_id, post, channel: { type, name, displayName }, team, author, partner }
}

/** How long a user must be offline before they get an e-mail. */
const awayMs = 15 * 60_000

/** Returns the least number of minutes between two e-mails to the user; 0 for no e-mails. */
export async function mailMinutesOf(db: Db, userId: string): Promise<number> {
  const found = await db.mailDigest.findUnique({ where: { userId }, select: { everyMinutes: true } })
  return found?.everyMinutes ?? 0
}

/** Sets how often a user gets e-mails. 0 ends them, and forgets the pending mentions. */
export async function saveMailMinutes(db: Db, userId: string, everyMinutes: number): Promise<void> {
  await inTransactionOf(db, userId, async tx => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    if (everyMinutes > 0) {
      const create = { userId, everyMinutes }
      await tx.mailDigest.upsert({ where: { userId }, create, update: { everyMinutes } })
      return
    }
    await tx.mailDigest.deleteMany({ where: { userId } })
    await tx.dueNotice.deleteMany({ where: { kind: 'mail', userId } })
  })
}

/** Postpones the e-mails of users with a live socket, because an e-mail is for users who have been away for a while. */
export async function postponeMail(db: Db, present: string[], nowMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE mail_digests SET not_before = ${nowMs + awayMs}::bigint
    WHERE user_id IN (
      SELECT user_id FROM mail_digests digest
      WHERE user_id = ANY(${present}::text[]) AND not_before < ${nowMs + awayMs - 60_000}::bigint
        AND EXISTS (SELECT FROM due_notices due WHERE due.kind = 'mail' AND due.user_id = digest.user_id)
      ORDER BY user_id FOR UPDATE SKIP LOCKED)`
}

/**
 * Claims the pending mentions of a user whose e-mail is due, by deleting them, so that each is sent at most once. Concurrent
 * claims get different users. The user's next e-mail is due after their own interval.
 * @returns no mentions if no e-mail is due
 */
export async function claimMail(db: Db, nowMs: number): Promise<DueNotice[]> {
  return await db.$queryRaw<DueNotice[]>`
    WITH due AS MATERIALIZED (
      SELECT user_id FROM mail_digests digest
      WHERE not_before <= ${nowMs}::bigint AND EXISTS (
        SELECT FROM due_notices due
        WHERE due.kind = 'mail' AND due.user_id = digest.user_id AND due.due_at <= ${nowMs}::bigint)
      ORDER BY user_id LIMIT 1 FOR UPDATE SKIP LOCKED
    ),
    next AS (
      UPDATE mail_digests digest SET not_before = ${nowMs}::bigint + every_minutes * 60000::bigint
      FROM due WHERE digest.user_id = due.user_id
    )
    DELETE FROM due_notices notice USING due WHERE notice.kind = 'mail' AND notice.user_id = due.user_id
    RETURNING notice.user_id AS "userId", notice.post_id AS "postId"`
}

/** Gives claimed mentions back that were certainly not sent. They are due again at `dueAt`. */
export async function returnMail(db: Db, notices: DueNotice[], dueAt: number): Promise<void> {
  const data = notices.map(({ userId, postId }) => ({ kind: 'mail', userId, postId, dueAt }))
  await db.dueNotice.createMany({ data, skipDuplicates: true })
  const userIds = [...new Set(notices.map(({ userId }) => userId))]
  await allowMail(db, userIds)
}

/** Lets these users get an e-mail as soon as one is due, because none was sent. */
export async function allowMail(db: Db, userIds: string[]): Promise<void> {
  await db.mailDigest.updateMany({ where: { userId: { in: userIds } }, data: { notBefore: 0 } })
}

/**
 * Returns a user's name and e-mail address. Omits users who chose their address, because nobody has verified that it is theirs.
 */
export async function mailAddressOf(
  db: Db,
  id: string,
): Promise<{ username: string; email: string } | undefined> {
  const where = { id, deleteAt: 0, isBot: false, requestedEmail: '' }
  return (await db.user.findFirst({ where, select: { username: true, email: true } })) ?? undefined
}
