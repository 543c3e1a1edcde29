import { base32, timeOf } from '@posthorn/core'

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

/** Several processes may make the same partition at once: one statement, under a lock that ends with it. */
async function makePartition(run: Run, day: number): Promise<void> {
  const name = `deliveries_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
  const [from, to] = [day, day + 1].map(start => base32(start * dayMs, 10))
  await run(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('deliveries'));
    CREATE TABLE IF NOT EXISTS ${name} PARTITION OF deliveries FOR VALUES FROM ('${from}') TO ('${to}');
  END $$`)
}
