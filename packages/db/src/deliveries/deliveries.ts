import type { Outcome } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { Delivery as Row } from '../generated/client.js'

/** A delivery and what became of it, without its payload, which may be large. */
export type SettledDelivery = Omit<Row, 'settledAt' | 'outcome' | 'replayOf' | 'payload' | 'sentBy'> & {
  settledAt: number
  outcome: Outcome
  /** The delivery that was sent first, when this one is a replay; else empty. */
  replayOf: string
  /** The user who sent it from a session; else empty. */
  sentBy: string
}

/** A hook's settled delivery with its payload as it came. */
export async function findDelivery(
  db: Db,
  hookId: string,
  id: string,
): Promise<(SettledDelivery & { payload: string }) | undefined> {
  const row = await db.delivery.findFirst({ where: { id, hookId } })
  return row ? { ...toSettled(row), payload: row.payload } : undefined
}

/** The settled delivery with this id, of whatever hook. */
export async function findDeliveryOfAnyHook(db: Db, id: string): Promise<SettledDelivery | undefined> {
  const row = await db.delivery.findFirst({ where: { id }, omit: { payload: true } })
  return row ? toSettled(row) : undefined
}

/** The last settled replay of what was sent first as `original`; undefined when there is none. */
export async function newestReplay(db: Db, original: string): Promise<string | undefined> {
  const row = await db.delivery.findFirst({
    where: { replayOf: original },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return row?.id
}

/** A row in the domain's words. */
export function toSettled(row: Omit<Row, 'payload'>): SettledDelivery {
  return {
    ...row,
    settledAt: ms(row.settledAt),
    outcome: row.outcome as Outcome,
    replayOf: row.replayOf ?? '',
    sentBy: row.sentBy ?? '',
  }
}
