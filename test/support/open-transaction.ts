import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { eventually } from './eventually.js'

/** Begins a separate transaction, in which a test holds locks that others wait for. */
export async function openTransaction(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  /** Waits until the given number of statements wait for a lock in this database. */
  const waiting = (count: number) =>
    eventually(async () => {
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      await client.query('SELECT pg_stat_clear_snapshot()')
      expect(rows[0].count).toBeGreaterThanOrEqual(count)
    })
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    waiting,
    commit: () => client.query('COMMIT'),
  }
}
