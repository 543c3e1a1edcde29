import { type FigureSet, mergeFigures } from '@posthorn/core'
import type { Db } from '../connection/open.js'

/** The length of a period. */
export type Step = 'minute' | 'hour'

/** The counts of the period that began at `startAt`, in milliseconds since 1970. */
export type Period = { startAt: number; figures: FigureSet }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Two hours more than a day, so that every minute of the last day still has its complete hour. */
const minutesKeptMs = dayMs + 2 * hourMs
const hoursKeptMs = 90 * dayMs

/**
 * Returns the periods that began between `fromMs` (inclusive) and `toMs` (exclusive), oldest first, without
 * empty ones.
 */
export async function readFigures(db: Db, step: Step, fromMs: number, toMs: number): Promise<Period[]> {
  const { rows } = await db.pool.query<FigureSet & { startAt: number }>(
    `SELECT start_at::float8 AS "startAt", sums, peaks FROM period_figures
    WHERE step = $1 AND start_at >= $2 AND start_at < $3 ORDER BY start_at`,
    [step, fromMs, toMs],
  )
  return rows.map(({ startAt, sums, peaks }) => ({ startAt, figures: { sums, peaks } }))
}

/**
 * Replaces stored minutes, sums up their hours, and deletes old periods. Idempotent. Ignores minutes older than a day,
 * because the rest of their hour may be deleted.
 */
export async function saveMinuteFigures(db: Db, minutes: Period[], nowMs: number): Promise<void> {
  const fresh = minutes.filter(({ startAt }) => startAt >= nowMs - dayMs)
  await save(db, 'minute', fresh)
  const hours = [...new Set(fresh.map(({ startAt }) => Math.floor(startAt / hourMs) * hourMs))]
  const summed = hours.map(async startAt => {
    const within = await readFigures(db, 'minute', startAt, startAt + hourMs)
    return { startAt, figures: mergeFigures(within.map(({ figures }) => figures)) }
  })
  await save(db, 'hour', await Promise.all(summed))
  await db.pool.query(
    `DELETE FROM period_figures WHERE (step = 'minute' AND start_at < $1) OR (step = 'hour' AND start_at < $2)`,
    [nowMs - minutesKeptMs, nowMs - hoursKeptMs],
  )
}

async function save(db: Db, step: Step, periods: Period[]): Promise<void> {
  const rows = periods.map(({ startAt, figures }) => ({ start_at: startAt, ...figures }))
  await db.pool.query(
    `INSERT INTO period_figures (step, start_at, sums, peaks)
    SELECT $1, start_at, sums, peaks FROM jsonb_to_recordset($2) AS row (start_at bigint, sums jsonb, peaks jsonb)
    ON CONFLICT (step, start_at) DO UPDATE SET sums = excluded.sums, peaks = excluded.peaks`,
    [step, JSON.stringify(rows)],
  )
}
