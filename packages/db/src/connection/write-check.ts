import { describeError, errorCode } from './errors.js'
import type { Db } from './open.js'

/** How long an answer holds: probes every second cost one write in five seconds. */
const keptMs = 5000
const troubleKeptMs = 1000

/**
 * A check for `/readyz` that proves with a committed write of one row that Postgres accepts writes. It answers in words
 * with the SQLSTATE when Postgres does not. Writes at most once every 5 s, once a second during trouble, and one at a time.
 */
export function openWriteCheck(db: Db): () => Promise<string | undefined> {
  let last: Promise<string | undefined> | undefined
  let freshUntilMs = 0
  return () => {
    if (last && performance.now() < freshUntilMs) return last
    freshUntilMs = Number.POSITIVE_INFINITY // while it is being written
    last = write(db).then(trouble => {
      freshUntilMs = performance.now() + (trouble === undefined ? keptMs : troubleKeptMs)
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
    const [code, words] = [errorCode(error), describeError(error)]
    return code === undefined || words.includes(code) ? words : `${words} (${code})`
  }
}
