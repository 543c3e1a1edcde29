import type { Db } from '../connection/open.js'
import { inTransactionOf } from '../connection/transaction.js'
import type { DueNotice } from './due-notices.js'

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
