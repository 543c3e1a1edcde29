import { hash } from 'node:crypto'
import { maxCountedDeliveries } from '@posthorn/contract'
import type { Outcome } from '@posthorn/core'
import { countDeliveries, type Db, idsBetween } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import type { SearchRefused } from '../../http/searches.js'
import { Refused } from '../../refusals/refused.js'

type Order = {
  /** The user who requested the replay. */
  userId: string
  hookId: string
  requestId: string
  from?: number | undefined
  to?: number | undefined
  outcome?: Outcome | 'any' | undefined
  text?: string | undefined
  key?: string | undefined
}

/**
 * Replays the deliveries that a filter matches. Deliveries accepted later, such as the replays, are not included.
 * The replay's id is the same for the same key.
 */
export async function beginReplay(
  { db, searches, replays, nowMs }: ApiDeps,
  {
    userId,
    hookId,
    requestId,
    from: fromMs = 0,
    to = Number.MAX_SAFE_INTEGER,
    outcome = 'rejected',
    text = '',
    key,
  }: Order,
): Promise<{ outcome: 'replaying'; id: string } | { outcome: 'cannot_replay' } | SearchRefused> {
  const toMs = Math.min(to, nowMs())
  const { first: after, end } = idsBetween(fromMs, toMs)
  const range = { hookId, after, end, text, outcome: outcome === 'any' ? undefined : outcome }
  const count = (from: Db) => countDeliveries(from, range, { most: maxCountedDeliveries, replayable: true })
  const counted = await (text === '' ? count(db) : searches.inTurn(userId, count))
  if (counted instanceof Refused) return counted
  const id = key === undefined ? requestId : idFor(hookId, key)
  const begun = await replays.replayAll(id, {
    hookId,
    fromMs,
    toMs,
    after,
    end,
    outcome,
    text,
    sentBy: userId,
    total: counted.count,
  })
  return begun.outcome === 'kept' ? { outcome: 'replaying', id } : { outcome: 'cannot_replay' }
}

const idLength = 26

/** 104 bits, so that nobody can guess another hook's replay. */
function idFor(hookId: string, key: string): string {
  return hash('sha256', `replay ${hookId} ${key}`, 'hex').slice(0, idLength)
}
