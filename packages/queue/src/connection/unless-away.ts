import type { Redis } from 'ioredis'
import { withTimeout } from '../with-timeout.js'
import { isReady, reconnect } from './connection.js'

/**
 * `away`: Redis did not answer in time. The request may be in progress, and repeating it never duplicates it.
 */
export type Away = { outcome: 'away' }

export const away: Away = { outcome: 'away' }

/** A little more than the producer gives a write. */
const deadlineMs = 4000

/** Answers `away` if Redis does not answer within 4 s. */
export async function unlessAway<Answer>(
  redis: Redis,
  ask: () => Promise<Answer | Away>,
): Promise<Answer | Away> {
  if (!isReady(redis)) return away
  const asked = ask().catch(() => away) // everything in it asks Redis: lost meanwhile, full, read-only
  const answer = await withTimeout(asked, deadlineMs, undefined)
  if (!answer) reconnect(redis) // only a new connection shows whether Redis is back
  return answer ?? away
}
