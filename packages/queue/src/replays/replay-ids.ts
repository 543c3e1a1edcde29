import type { Redis } from 'ioredis'

/** As long as an idempotency key holds; by then the replay is a row in Postgres, which is asked first. */
const heldSeconds = 86_400

/** Somebody wants to send this attempt of a delivery again, under the id `proposed`. */
export type Wish = { attempt: string; proposed: string }

/**
 * The id that an attempt's replay has: `proposed`, or the one that somebody else was given before. Whoever adopts an
 * id stores the delivery once more, and two copies of one id become one row in Postgres: there is no claim that a
 * process could die with. The id lies beside the delivery, in the same Redis: when one is lost so is the other.
 */
export async function reserveReplayIds(redis: Redis, prefix: string, wishes: Wish[]): Promise<string[]> {
  const asked = wishes.map(({ attempt, proposed }) =>
    redis.set(keyOf(prefix, attempt), proposed, 'EX', heldSeconds, 'NX', 'GET'),
  )
  const found = await Promise.all(asked)
  return wishes.map(({ proposed }, index) => found[index] ?? proposed)
}

/** For a replay that is wanted on purpose: from now on it is the one that others adopt. */
export async function takeReplayId(redis: Redis, prefix: string, wish: Wish): Promise<void> {
  await redis.set(keyOf(prefix, wish.attempt), wish.proposed, 'EX', heldSeconds)
}

const keyOf = (prefix: string, attempt: string) => `${prefix}:replay:${attempt}`
