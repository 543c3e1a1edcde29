import { describeWithCode } from './errors.js'
import type { Db } from './open.js'

/** How long a result is reused, so that probes every second cost one write per 5 s. */
const validMs = 5000
const troubleValidMs = 1000

/**
 * Opens a check for `/readyz` that proves with a committed write of one row that Postgres accepts writes. It returns a
 * description with the SQLSTATE if Postgres does not. Writes at most once per 5 s, or once a second while it fails, and one
 * at a time.
 */
export function openWriteCheck(db: Db): () => Promise<string | undefined> {
  let last: Promise<string | undefined> | undefined
  let freshUntilMs = 0
  return () => {
    if (last && performance.now() < freshUntilMs) return last
    freshUntilMs = Number.POSITIVE_INFINITY // while it is being written
    last = write(db).then(trouble => {
      freshUntilMs = performance.now() + (trouble === undefined ? validMs : troubleValidMs)
      return trouble
    })
    return last
  }
}

async function write(db: Db): Promise<string | undefined> {
  try {
    await db.pool.query(`INSERT INTO write_checks (id, written_at)
      VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
      ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`)
    return undefined
  } catch (error) {
    return describeWithCode(error)
  }
}
