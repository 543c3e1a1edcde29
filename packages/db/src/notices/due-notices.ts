import type { Db } from '../connection/open.js'

/** The way in which a user is notified. */
export type NoticeKind = 'push' | 'mail'

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
