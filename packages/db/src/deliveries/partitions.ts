import { base32, timeOf } from '@posthorn/core'
import { isLockTimeout } from '../connection/errors.js'
import type { Db } from '../connection/open.js'

const dayMs = 86_400_000
const daysAhead = 14

type Run = (sql: string) => Promise<unknown>

/** Creates the missing partitions of `deliveries` from yesterday (because clocks differ) to two weeks ahead. */
export async function ensurePartitions(run: Run, today: Date): Promise<void> {
  const first = Math.floor(today.getTime() / dayMs) - 1
  for (let day = first; day <= first + daysAhead + 1; day++) await makePartition(run, day)
}

/** Creates the partitions of these deliveries. */
export async function partitionsFor(run: Run, ids: string[]): Promise<void> {
  for (const day of new Set(ids.map(id => Math.floor(timeOf(id) / dayMs)))) await makePartition(run, day)
}

/** The days whose partitions were dropped, and the old ones that could not be dropped yet. */
export type DaysKept = { dropped: string[]; inUse: string[] }

/** A longer wait for the table lock would delay everything queued behind it, so time out and retry later. */
const lockTimeout = "SET LOCAL lock_timeout = '1s'"

/**
 * Stores `days` whole days of deliveries: creates missing partitions for the days ahead and drops those whose
 * last delivery is older. A partition that is being read is dropped on a later run.
 */
export async function rotatePartitions(db: Db, days: number, now: Date): Promise<DaysKept> {
  const run = (sql: string) => db.pool.query(`${lockTimeout}; ${sql}`) // one query string is one transaction
  await ensurePartitions(run, now)
  const firstKept = nameOf(Math.floor(now.getTime() / dayMs) - days)
  const result: DaysKept = { dropped: [], inUse: [] }
  for (const name of await partitionsBefore(db, firstKept)) {
    const dropped = await run(`DROP TABLE IF EXISTS ${name}`).then(() => true, unlessInUse)
    result[dropped ? 'dropped' : 'inUse'].push(name)
  }
  return result
}

/** Names are dates, so they sort by day. */
async function partitionsBefore(db: Db, firstKept: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'deliveries'::regclass AND relname ~ '^deliveries_[0-9]{8}$' AND relname < $1 ORDER BY relname`,
    [firstKept],
  )
  return rows.map(({ name }) => name)
}

function unlessInUse(error: unknown): false {
  if (isLockTimeout(error)) return false
  throw error
}

function nameOf(day: number): string {
  return `deliveries_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** Several processes may create the same partition at once, so this is one statement with a transaction lock. */
async function makePartition(run: Run, day: number): Promise<void> {
  const name = nameOf(day)
  const [from, to] = [day, day + 1].map(start => base32(start * dayMs, 10))
  await run(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('deliveries'));
    CREATE TABLE IF NOT EXISTS ${name} PARTITION OF deliveries FOR VALUES FROM ('${from}') TO ('${to}');
  END $$`)
}
