import type { Db } from '../connection/open.js'
import { parameters, textArray } from '../connection/parameters.js'

/** A system post to a hook's creator in their direct channel. */
export type Notice = {
  id: string
  createAt: number
  userId: string
  channelId: string
  /** The hook, and the user to notify. */
  ownerId: string
  hookId: string
  message: string
  html: string
  htmlVersion: number
}

type Dollar = ReturnType<typeof parameters>['$']

/** A claim on posting a notice: a statement that returns the ids of hooks, or nothing if somebody else has notified. */
type Claim = { name: string; sql: ($: Dollar) => string }

const afterChannel = '(SELECT count(*) FROM locked_channel) >= 0'

/**
 * Posts a notice unless the hook's owner was notified after `notSinceMs`. The claim on the hook and the post are one
 * statement, so exactly one of several workers notifies, and the claim never exists without the post. Also marks the hook
 * as failing. Takes locks in the order of `recordBatch`.
 * @returns whether this call posted the notice
 */
export async function notifyOwner(
  db: Db,
  notice: Notice,
  { nowMs, notSinceMs }: { nowMs: number; notSinceMs: number },
): Promise<boolean> {
  const sql = ($: Dollar) => {
    const at = $(nowMs)
    return `
      UPDATE hooks SET owner_told_at = ${at},
        failing_since = CASE failing_since WHEN 0 THEN ${at} ELSE failing_since END
      WHERE id = ${$(notice.hookId)} AND delete_at = 0 AND owner_told_at <= ${$(notSinceMs)} AND ${afterChannel}
      RETURNING id`
  }
  return postNotice(db, notice, { name: 'notify owner', sql })
}

type Loss = { fields: string[]; deliveryId: string; nowMs: number; notSinceMs: number }

/**
 * Posts a notice about lost fields unless the owner was told of all of them after `notSinceMs`. The claim is as in `notifyOwner`.
 * @returns whether this call posted the notice
 */
export async function notifyOfLostFields(db: Db, notice: Notice, loss: Loss): Promise<boolean> {
  const sql = ($: Dollar) => `
    INSERT INTO lost_fields (hook_id, field, delivery_id, told_at)
    SELECT id, field, ${$(loss.deliveryId)}, ${$(loss.nowMs)}::bigint FROM hooks, unnest(${$(loss.fields)}::text[]) field
    WHERE id = ${$(notice.hookId)} AND delete_at = 0 AND ${afterChannel}
    ON CONFLICT (hook_id, field) DO UPDATE SET delivery_id = excluded.delivery_id, told_at = excluded.told_at
    WHERE lost_fields.told_at <= ${$(loss.notSinceMs)}
    RETURNING hook_id AS id`
  return postNotice(db, notice, { name: 'notify of loss', sql })
}

async function postNotice(db: Db, notice: Notice, claim: Claim): Promise<boolean> {
  const { id, createAt, userId, channelId, ownerId, message, html, htmlVersion } = notice
  const { $, values } = parameters()
  const [channel, owner, created] = [$(channelId), $(ownerId), `${$(createAt)}::bigint`]
  const text = `
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    locked_member AS (
      SELECT 1 FROM channel_members WHERE channel_id = ${channel} AND user_id = ${owner} FOR NO KEY UPDATE
    ),
    locked_channel AS (
      SELECT 1 FROM channels WHERE id = ${channel} AND (SELECT count(*) FROM locked_member) >= 0 FOR NO KEY UPDATE
    ),
    notified AS (${claim.sql($)}),
    once AS (SELECT DISTINCT id FROM notified),
    p AS (
      INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version)
      SELECT ${$(id)}, ${created}, now, ${$(userId)}, ${channel}, ${$(message)}, ${$(html)}, ${$(htmlVersion)}::int FROM clock, once
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
    SELECT id FROM once`
  const { rowCount } = await db.pool.query({ name: claim.name, text, values })
  return rowCount === 1
}

/** Marks these hooks as failing, unless they already are. */
export async function markFailing(db: Db, hookIds: string[], nowMs: number): Promise<void> {
  const text = `
    WITH due AS (
      SELECT id FROM hooks WHERE id = ANY($1::text[]) AND failing_since = 0 ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE hooks SET failing_since = $2 FROM due WHERE hooks.id = due.id`
  await db.pool.query({ name: 'mark failing', text, values: [textArray(hookIds), nowMs] })
}

/**
 * Marks these hooks as working. Keeps the time of the last notice, because an intermittent failure would send
 * notices all day.
 */
export async function markRecovered(db: Db, hookIds: string[]): Promise<void> {
  const text = `
    WITH due AS (
      SELECT id FROM hooks WHERE id = ANY($1::text[]) AND failing_since > 0 ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE hooks SET failing_since = 0 FROM due WHERE hooks.id = due.id`
  await db.pool.query({ name: 'mark recovered', text, values: [textArray(hookIds)] })
}

/** Deliveries that figures of one hook count: the newest. */
const maxCountedInFigures = 50_000

/** Consecutive periods: the beginnings of the IDs in which they start, oldest first. `end` is behind all IDs. */
type Periods = { hookId: string; starts: string[]; end: string }

/** What was delivered in a period, of which `rejected` and `withoutPost` became no post. */
export type CountedPeriod = { delivered: number; rejected: number; withoutPost: number }

/**
 * Counts a hook's newest deliveries by period. They are read from indexes alone, as in `countedLastDay`.
 * @returns `oldest`: the first delivery that was counted, if there are older ones in these periods. Otherwise empty
 */
export async function countPeriods(
  db: Db,
  periods: Periods,
): Promise<{ periods: CountedPeriod[]; oldest: string }> {
  const { hookId, starts, end } = periods
  const [first = ''] = starts
  const delivered = await db.$queryRaw<{ period: number; number: number; oldest: string }[]>`
    SELECT width_bucket(id, ${starts}::text[]) AS period, count(*)::int AS number, min(id) AS oldest FROM (
      SELECT id FROM deliveries WHERE hook_id = ${hookId} AND id >= ${first} AND id < ${end}
      ORDER BY id DESC LIMIT ${maxCountedInFigures}
    ) newest GROUP BY 1`
  const oldest = delivered.map(({ oldest }) => oldest).toSorted()[0]
  const counted = starts.map((): CountedPeriod => ({ delivered: 0, rejected: 0, withoutPost: 0 }))
  const add = (kind: keyof CountedPeriod, rows: { period: number; number: number }[]) => {
    for (const { period, number } of rows) {
      const one = counted[period - 1]
      if (one) one[kind] = number
    }
  }
  add('delivered', delivered)
  if (oldest === undefined) return { periods: counted, oldest: '' }
  const [rejected, withoutPost] = await countedSince(db, { ...periods, starts, oldest })
  add('rejected', rejected)
  add('withoutPost', withoutPost)
  const total = delivered.reduce((sum, { number }) => sum + number, 0)
  return { periods: counted, oldest: total < maxCountedInFigures ? '' : oldest }
}

type InPeriod = { period: number; number: number }[]

/** The outcomes are literals, because a parameter would not use the partial indexes. */
function countedSince(db: Db, { hookId, starts, end, oldest }: Periods & { oldest: string }) {
  return Promise.all([
    db.$queryRaw<InPeriod>`
      SELECT width_bucket(id, ${starts}::text[]) AS period, count(*)::int AS number FROM deliveries
      WHERE hook_id = ${hookId} AND id >= ${oldest} AND id < ${end} AND outcome = 'rejected' GROUP BY 1`,
    db.$queryRaw<InPeriod>`
      SELECT width_bucket(id, ${starts}::text[]) AS period, count(*)::int AS number FROM deliveries
      WHERE hook_id = ${hookId} AND id >= ${oldest} AND id < ${end} AND outcome IN ('superseded', 'skipped') GROUP BY 1`,
  ])
}
