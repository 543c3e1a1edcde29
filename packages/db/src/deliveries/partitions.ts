import { base32, timeOf } from '@posthorn/core'
import { isLockTimeout } from '../connection/errors.js'
import type { Db } from '../connection/open.js'

const dayMs = 86_400_000
const daysAhead = 14

type Run = (sql: string) => Promise<unknown>

/** Make the partitions of `deliveries` from yesterday (clocks differ) to two weeks ahead, those that are missing. */
export async function ensurePartitions(run: Run, today: Date): Promise<void> {
  const first = Math.floor(today.getTime() / dayMs) - 1
  for (let day = first; day <= first + daysAhead + 1; day++) await makePartition(run, day)
}

/** Make the partitions that these deliveries belong to. */
export async function partitionsFor(run: Run, ids: string[]): Promise<void> {
  for (const day of new Set(ids.map(id => Math.floor(timeOf(id) / dayMs)))) await makePartition(run, day)
}

/** The days whose partition is there no longer, and those that are too old but could not be dropped yet. */
export type DaysKept = { dropped: string[]; inUse: string[] }

/** Whoever waits for the table longer than this holds up everybody who comes after: better try again later. */
const lockTimeout = "SET LOCAL lock_timeout = '1s'"

/**
 * Keep `days` whole days of deliveries: make the partitions of the days ahead that are missing, and drop those whose
 * last delivery is older. What somebody is reading just now stays until the next time.
 */
export async function rotatePartitions(db: Db, days: number, now: Date): Promise<DaysKept> {
  const run = (sql: string) => db.pool.query(`${lockTimeout}; ${sql}`) // sent together they are one transaction
  await ensurePartitions(run, now)
  const firstKept = nameOf(Math.floor(now.getTime() / dayMs) - days)
  const kept: DaysKept = { dropped: [], inUse: [] }
  for (const name of await partitionsBefore(db, firstKept)) {
    const dropped = await run(`DROP TABLE IF EXISTS ${name}`).then(() => true, unlessInUse)
    kept[dropped ? 'dropped' : 'inUse'].push(name)
  }
  return kept
}

/** Names are days, so their order is the order of the days. */
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

/** Several processes may make the same partition at once: one statement, under a lock that ends with it. */
async function makePartition(run: Run, day: number): Promise<void> {
  const name = nameOf(day)
  const [from, to] = [day, day + 1].map(start => base32(start * dayMs, 10))
  await run(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('deliveries'));
    CREATE TABLE IF NOT EXISTS ${name} PARTITION OF deliveries FOR VALUES FROM ('${from}') TO ('${to}');
  END $$`)
}
