import type { Db } from '@posthorn/db'
import { mostBcryptCost } from '@posthorn/db'

/** Imported digests that nobody has logged in with yet. Their costs change only by imports and logins. */
const lookEveryMs = 60_000

/** Loads the library with the first digest: most servers have none. */
const bcrypt = () => import('@node-rs/bcrypt')

const shape = /^\$2[aby]\$(\d\d)\$/

/** Returns the cost of a bcrypt digest, or undefined if it is another kind of hash. */
export function bcryptCostOf(stored: string | undefined): number | undefined {
  const cost = shape.exec(stored ?? '')?.[1]
  return cost === undefined ? undefined : Number(cost)
}

/**
 * Returns the costs of the further work that makes a check as expensive as one of the cost `most`: a cost doubles the work, so a
 * digest of cost c needs c, c + 1 … up to `most` - 1 in addition.
 */
export function fillingCosts(cost: number | undefined, most: number): number[] {
  if (cost === undefined) return most === 0 ? [] : [most]
  return Array.from({ length: Math.max(0, most - cost) }, (_, at) => cost + at)
}

/**
 * Compares a password with a bcrypt digest, if `stored` is one. While any account has one, this takes as long for every account
 * and for none, so that time reveals nothing.
 */
export async function verifyOld(
  stored: string | undefined,
  password: string,
  most: number,
): Promise<boolean> {
  const cost = bcryptCostOf(stored)
  const fillings = fillingCosts(cost, most)
  if (cost === undefined && fillings.length === 0) return false
  const { hash, verify } = await bcrypt()
  const isSame = cost !== undefined && (await verify(password, stored ?? ''))
  for (const filling of fillings) await hash(password, filling)
  return isSame
}

/** Returns the highest cost among the stored bcrypt digests, as of a minute ago at most; 0 if there are none. */
export function watchOldDigests(db: Db, nowMs: () => number = Date.now): () => Promise<number> {
  let [lookedAt, most] = [Number.NEGATIVE_INFINITY, 0]
  return async () => {
    if (nowMs() > lookedAt + lookEveryMs) {
      most = await mostBcryptCost(db)
      lookedAt = nowMs()
    }
    return most
  }
}
