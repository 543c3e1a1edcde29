import { setTimeout as delay } from 'node:timers/promises'
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
    await delay(Math.random() * maxPauseMs * tries)
  }
}

const turns = new Map<string, Promise<unknown>>()
const maxTurnWaitMs = 10_000

/**
 * The same for a transaction that locks this user. Those of one user take turns before they take a connection: waiting for
 * the lock, they would hold the connections that others need. Nobody waits for a turn for more than 10 s.
 */
export async function inTransactionOf<Result>(
  db: Pick<Db, '$transaction'>,
  userId: string,
  act: (locked: InTransaction) => Promise<Result>,
): Promise<Result> {
  const before = turns.get(userId)
  const turn = waitFor(before).then(() => inTransaction(db, act))
  const ended = Promise.allSettled([before, turn])
  turns.set(userId, ended)
  try {
    return await turn
  } finally {
    if (turns.get(userId) === ended) turns.delete(userId)
  }
}

async function waitFor(before: Promise<unknown> | undefined): Promise<void> {
  if (before) await Promise.race([before, delay(maxTurnWaitMs, undefined, { ref: false })])
}
