import type { Db } from '../connection/open.js'

type Pool = Pick<Db, 'pool'>

/**
 * Where the deletion of old posts continues. `channelId` is empty between two rounds. The present round began at `begunAt`, and the
 * last complete one at `doneAt`, in milliseconds.
 */
type RetentionProgress = { channelId: string; afterId: string; begunAt: number; doneAt: number }

export async function retentionProgress({ pool }: Pool): Promise<RetentionProgress> {
  const { rows } = await pool.query<RetentionProgress>(
    `SELECT channel_id AS "channelId", after_id AS "afterId", begun_at::float8 AS "begunAt", done_at::float8 AS "doneAt"
    FROM retention_progress WHERE id = 1`,
  )
  const [row] = rows
  if (!row) throw new Error('the table retention_progress has lost its row')
  return row
}

export async function beginRound({ pool }: Pool, nowMs: number): Promise<void> {
  await pool.query(
    `UPDATE retention_progress SET channel_id = '', after_id = '', begun_at = $1::bigint WHERE id = 1`,
    [nowMs],
  )
}

export async function endRound({ pool }: Pool): Promise<void> {
  await pool.query(
    `UPDATE retention_progress SET channel_id = '', after_id = '', done_at = begun_at WHERE id = 1`,
  )
}

/** Returns the seconds since the last complete round began, or the first one if none is complete; 0 if none began. */
export async function retentionLag({ pool }: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT greatest(0, extract(epoch FROM clock_timestamp())
        - coalesce(nullif(done_at, 0), nullif(begun_at, 0)) / 1000.0)::float8 AS seconds
      FROM retention_progress WHERE id = 1`,
  )
  return rows[0]?.seconds ?? 0
}
