import type { Redis } from 'ioredis'
import { openLimiter } from '../limits/limits.js'

/**
 * As long as an idempotency key is valid. By then the replay is a row in Postgres, which is queried first.
 */
const heldSeconds = 86_400

/**
 * Replayed deliveries of an owner in a day. Each takes about 170 bytes of Redis for a day, so an owner can fill a twelfth of the
 * gigabyte in the compose file, and twice that around the end of a day.
 */
const maxReplaysPerDay = 500_000

/** Counts replayed deliveries by their owners. */
export function openReplayLimit(redis: Redis, prefix: string) {
  return openLimiter(redis, 'replayed', { points: maxReplaysPerDay, seconds: heldSeconds }, prefix)
}
export type ReplayLimit = ReturnType<typeof openReplayLimit>

/** A request to send this attempt of a delivery again, under the id `proposed`. */
export type ProposedId = { attempt: string; proposed: string }

/**
 * Returns the ids of the attempts' replays: `proposed`, or the one that an earlier request reserved. A second
 * request stores the delivery again under the same id, and Postgres makes one row of both, so there is no
 * claim that must time out. The id is in the same Redis as the delivery: if one is lost, so is the other.
 */
export async function reserveReplayIds(
  redis: Redis,
  prefix: string,
  proposals: ProposedId[],
): Promise<string[]> {
  const asked = proposals.map(({ attempt, proposed }) =>
    redis.set(keyOf(prefix, attempt), proposed, 'EX', heldSeconds, 'NX', 'GET'),
  )
  const found = await Promise.all(asked)
  return proposals.map(({ proposed }, index) => found[index] ?? proposed)
}

/** For a deliberate replay: from now on, other requests adopt this id. */
export async function takeReplayId(redis: Redis, prefix: string, proposal: ProposedId): Promise<void> {
  await redis.set(keyOf(prefix, proposal.attempt), proposal.proposed, 'EX', heldSeconds)
}

const keyOf = (prefix: string, attempt: string) => `${prefix}:replay:${attempt}`
