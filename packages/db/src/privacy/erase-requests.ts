import { emptied } from './erased-text.js'
import type { Pool } from './export-data.js'

/** Erased at a time. */
const requestsAtOnce = 500

/** A post that was erased while clients could show it. `isEmptied`: it stays without its text, because others replied. */
export type ErasedPost = { id: string; channelId: string; rootId: string; isEmptied: boolean }

/** What one statement erased. */
export type ErasedRows = { rows: number; posts?: ErasedPost[] }

/** `after`: where the next statement continues; undefined at the end. */
export type ErasedPart = ErasedRows & { after: string | undefined }

/** The end of a step. */
export const nothing: ErasedPart = { rows: 0, after: undefined }

/** Erases the next stored requests of a hook between two IDs. */
export async function eraseRequests(
  { pool }: Pool,
  { hookId, end }: { hookId: string; end: string },
  after: string,
): Promise<ErasedPart> {
  const { rows } = await pool.query<{ id: string; erased: boolean }>(
    `WITH found AS MATERIALIZED (
      SELECT id, payload <> '' AS erased FROM deliveries WHERE hook_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4
      FOR NO KEY UPDATE
    ), changed AS (UPDATE deliveries d SET ${emptied} FROM found WHERE d.id = found.id AND erased)
    SELECT id, erased FROM found ORDER BY id`,
    [hookId, after, end, requestsAtOnce],
  )
  const isLast = rows.length < requestsAtOnce
  return { rows: rows.filter(({ erased }) => erased).length, after: isLast ? undefined : rows.at(-1)?.id }
}

/** Erases what one delivery and its replays store of the request. @returns how many deliveries */
export async function eraseRequest({ pool }: Pool, hookId: string, original: string): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE deliveries SET ${emptied} WHERE hook_id = $1 AND id IN (
      SELECT id FROM deliveries WHERE id = $2 UNION ALL SELECT id FROM deliveries WHERE replay_of = $2)`,
    [hookId, original],
  )
  return rowCount ?? 0
}

/** Erases the requests between two IDs that a user wrote, and those of the user's webhooks that will be deleted. */
export async function eraseRequestsOf(
  { pool }: Pool,
  { userId, ownsStay }: { userId: string; ownsStay: boolean },
  { after, end }: { after: string; end: string },
): Promise<ErasedRows> {
  const { rowCount } = await pool.query(
    `UPDATE deliveries SET ${emptied} WHERE id > $1 AND id <= $2 AND payload <> '' AND (restricted_to = $3 OR hook_id = $3
      OR hook_id IN (SELECT id FROM hooks WHERE user_id = $3 AND (delete_at > 0 OR NOT $4::boolean)))`,
    [after, end, userId, ownsStay],
  )
  return { rows: rowCount ?? 0 }
}
