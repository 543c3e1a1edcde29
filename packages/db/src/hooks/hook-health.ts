import type { Db } from '../connection/open.js'
import { parameters } from '../connection/parameters.js'
import { textArray } from '../connection/text-array.js'

/** A post of the system to a hook's creator, in the direct channel of the two. */
export type Notice = {
  id: string
  createAt: number
  userId: string
  channelId: string
  /** Whose hook it is about, and who is told. */
  ownerId: string
  hookId: string
  message: string
  html: string
  htmlVersion: number
}

/**
 * Post a notice unless the hook's owner was told after `notSinceMs`. The claim on the hook and the post are one
 * statement, so of several workers one tells, and none does without having said so. The hook counts as failing from
 * now on, unless it did. Locks are taken in the order of `recordBatch`.
 * @returns whether it was this call that told
 */
export async function notifyOwner(
  db: Db,
  notice: Notice,
  { nowMs, notSinceMs }: { nowMs: number; notSinceMs: number },
): Promise<boolean> {
  const { id, createAt, userId, channelId, ownerId, hookId, message, html, htmlVersion } = notice
  const { $, values } = parameters()
  const [channel, owner, at, created] = [$(channelId), $(ownerId), $(nowMs), `${$(createAt)}::bigint`]
  const text = `
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    locked_member AS (
      SELECT 1 FROM channel_members WHERE channel_id = ${channel} AND user_id = ${owner} FOR NO KEY UPDATE
    ),
    locked_channel AS (
      SELECT 1 FROM channels WHERE id = ${channel} AND (SELECT count(*) FROM locked_member) >= 0 FOR NO KEY UPDATE
    ),
    told AS (
      UPDATE hooks SET owner_told_at = ${at},
        failing_since = CASE failing_since WHEN 0 THEN ${at} ELSE failing_since END
      WHERE id = ${$(hookId)} AND delete_at = 0 AND owner_told_at <= ${$(notSinceMs)}
        AND (SELECT count(*) FROM locked_channel) >= 0
      RETURNING id
    ),
    p AS (
      INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version)
      SELECT ${$(id)}, ${created}, now, ${$(userId)}, ${channel}, ${$(message)}, ${$(html)}, ${$(htmlVersion)}::int FROM clock, told
      RETURNING id
    ),
    m AS (INSERT INTO mentions (post_id, user_id, channel_id) SELECT id, ${owner}, ${channel} FROM p),
    mentioned AS (
      UPDATE channel_members SET mention_count = mention_count + 1, last_update_at = now FROM clock, p
      WHERE channel_id = ${channel} AND user_id = ${owner}
    ),
    counted AS (
      UPDATE channels SET total_msg_count = total_msg_count + 1, last_post_at = greatest(last_post_at, ${created})
      FROM p WHERE channels.id = ${channel}
    )
    SELECT id FROM told`
  const { rowCount } = await db.pool.query({ name: 'notify owner', text, values })
  return rowCount === 1
}

/** These hooks fail from now on, unless they did. */
export async function markFailing(db: Db, hookIds: string[], nowMs: number): Promise<void> {
  const text = `
    WITH due AS (
      SELECT id FROM hooks WHERE id = ANY($1::text[]) AND failing_since = 0 ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE hooks SET failing_since = $2 FROM due WHERE hooks.id = due.id`
  await db.pool.query({ name: 'mark failing', text, values: [textArray(hookIds), nowMs] })
}

/** These hooks post again. When their owner was last told stays: one that comes and goes would tell all day. */
export async function markRecovered(db: Db, hookIds: string[]): Promise<void> {
  const text = `
    WITH due AS (
      SELECT id FROM hooks WHERE id = ANY($1::text[]) AND failing_since > 0 ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE hooks SET failing_since = 0 FROM due WHERE hooks.id = due.id`
  await db.pool.query({ name: 'mark recovered', text, values: [textArray(hookIds)] })
}
