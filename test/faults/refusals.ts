import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresKind } from './plan.js'

/** The statements that make Postgres refuse queries, and those that end it. */
const statements: Record<PostgresKind, { begin: string[]; end: string[] }> = {
  'read-only': {
    begin: ['ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()'],
    end: ['ALTER SYSTEM RESET default_transaction_read_only', 'SELECT pg_reload_conf()'],
  },
  'password changed': {
    begin: ["ALTER ROLE CURRENT_USER PASSWORD 'another'", disconnectOthers()],
    end: ['ALTER ROLE CURRENT_USER PASSWORD $password'],
  },
  'locks held': {
    begin: [
      "ALTER SYSTEM SET lock_timeout = '200ms'",
      'SELECT pg_reload_conf()',
      'BEGIN',
      'SELECT id FROM channels FOR UPDATE',
    ],
    end: ['ROLLBACK', 'ALTER SYSTEM RESET lock_timeout', 'SELECT pg_reload_conf()'],
  },
}

function disconnectOthers(): string {
  return `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
}

/** Makes the Postgres behind `url` refuse queries for a while. */
export async function refuseFor(url: string, kind: PostgresKind, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const password = client.escapeLiteral(new URL(url).password)
  await client.query('SET lock_timeout = 0') // it waits for its own lock
  for (const sql of statements[kind].begin) await client.query(sql)
  await delay(ms)
  for (const sql of statements[kind].end) await client.query(sql.replace('$password', password))
  await client.end()
}
