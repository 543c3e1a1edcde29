import type { Prisma } from '../generated/client.js'
import { isConflict } from './errors.js'
import type { Db } from './open.js'

export type InTransaction = Prisma.TransactionClient

/** A transaction may wait for a connection as long as the pool allows, and then for locks of others. */
const limits = { maxWait: 5000, timeout: 10_000 }

const maxTries = 5
const maxPauseMs = 50

/**
 * Runs `act` in a transaction. If Postgres ends it because of a deadlock or a serialization failure, it is run again, up to
 * five times in all: `act` must change nothing outside the transaction. packages/db/src/connection/locks.ts has the order of
 * locks that avoids deadlocks; versions that ignored it may still run during an upgrade.
 */
export async function inTransaction<Result>(
  db: Pick<Db, '$transaction'>,
  act: (locked: InTransaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.$transaction(act, limits)
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
    }
    await new Promise(resolve => setTimeout(resolve, Math.random() * maxPauseMs * tries))
  }
}
