import type { Call } from '@posthorn/contract'
import { type Db, isStatementTimeout } from '@posthorn/db'
import { withTimeout } from '@posthorn/queue'
import { fairQueue } from '@posthorn/server'
import { type Refused, refused } from '../refusals/refused.js'

/** The statement timeout of the first lane. Nearly all searches are quick; the rest start again in the slow lane. */
const lanes = {
  quick: { connections: 2, statementTimeoutMs: 200 },
  slow: { connections: 1, statementTimeoutMs: 600 },
}

/** A search gets its answer within a second, including the wait. */
const answerWithinMs = 950
const queryTimeoutMs = 5000

/** Searches of one user that run at once, per lane. */
const room = { runningPerCaller: 1, waiting: 64, waitingPerCaller: 16, maxWaitMs: 600 }

type Search<Result> = (db: Db) => Promise<Result>
export type SearchRefused = Refused<'search_busy' | 'search_too_slow'>

export type Searches = {
  /**
   * Runs a search when it is this user's turn. The search must only read: it may run twice, and a late answer is
   * dropped. Rethrows its errors.
   */
  inTurn: <Result>(userId: string, search: Search<Result>) => Promise<Result | SearchRefused>
  close: () => Promise<unknown>
}

/**
 * Bounds the database's load from searches. They have connections of their own, so that everything else finds one.
 * Expensive ones queue in the slow lane, so that the others wait for a fifth of a second at most.
 */
export function openSearches(db: Db): Searches {
  const [quick, slow] = [openLane(db, lanes.quick), openLane(db, lanes.slow)]
  const inLanes = async <Result>(userId: string, search: Search<Result>) =>
    (await quick.inTurn(userId, search)) ?? (await slow.inTurn(userId, search)) ?? refused('search_too_slow')
  return {
    inTurn: (userId, search) =>
      withTimeout(inLanes(userId, search), answerWithinMs, refused('search_too_slow')),
    close: () => Promise.all([quick.close(), slow.close()]),
  }
}

function openLane(ofAll: Db, { connections, statementTimeoutMs }: (typeof lanes)['quick']) {
  const inTurn = fairQueue({ ...room, running: connections })
  const db = ofAll.openSame({ poolSize: connections, statementTimeoutMs, queryTimeoutMs })
  return {
    /** Returns undefined if a statement timed out. */
    inTurn: async <Result>(userId: string, search: Search<Result>) => {
      try {
        const worked = await inTurn(userId, () => search(db))
        return worked.outcome === 'busy' ? refused('search_busy') : worked.result
      } catch (error) {
        if (isStatementTimeout(error)) return undefined
        throw error
      }
    },
    close: () => db.$disconnect(),
  }
}

/** Checks whether the query's content determines its cost. */
export function isSearch({ searchedBy = [] }: Call, ...asked: unknown[]): boolean {
  const fields: Record<string, unknown> = Object.assign({}, ...asked)
  return searchedBy.some(name => (fields[name] ?? '') !== '')
}
