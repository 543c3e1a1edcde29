import type { Outcome } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { type SettledDelivery, toSettled } from './deliveries.js'
import {
  bounded,
  type DeliveryFilter,
  hasText,
  type IdRange,
  idsBetween,
  inRange,
  pageBounds,
} from './filter.js'

export type ListedDeliveries = DeliveryFilter & {
  hookId: string
  /** The range of acceptance times, both ends inclusive. */
  fromMs: number
  toMs: number
  /** Returns only deliveries accepted before this one. */
  before?: string | undefined
  limit: number
}

/** `next`: the delivery before which the next page begins. Empty at the end. `replays`: see `newestReplays`. */
export type DeliveriesPage = { deliveries: SettledDelivery[]; replays: Map<string, Outcome>; next: string }

/** Returns a hook's settled deliveries, newest first. A text search can return a short page and still continue. */
export async function listDeliveries(db: Db, wanted: ListedDeliveries): Promise<DeliveriesPage> {
  const { ids, next } = await idsOf(db, rangeOf(wanted), wanted)
  const [rows, replays] = await Promise.all([
    db.delivery.findMany({
      where: { id: { in: ids }, hookId: wanted.hookId },
      omit: { payload: true },
      orderBy: { id: 'desc' },
    }),
    newestReplays(db, ids),
  ])
  return { deliveries: rows.map(toSettled), replays, next }
}

/** Returns the outcome of the latest settled replay of each of these deliveries that has one. */
async function newestReplays(db: Db, ids: string[]): Promise<Map<string, Outcome>> {
  const oldest = ids.at(-1)
  if (oldest === undefined) return new Map()
  const rows = await db.$queryRaw<{ original: string; outcome: Outcome }[]>`
    SELECT DISTINCT ON (replay_of) replay_of AS original, outcome FROM deliveries
    WHERE replay_of = ANY(${ids}::text[]) AND id > ${oldest} ORDER BY replay_of, id DESC`
  return new Map(rows.map(({ original, outcome }) => [original, outcome]))
}

/** A range excludes both ends. IDs are longer than the bounds from `idsBetween`. */
function rangeOf({ hookId, outcome, text, fromMs, toMs, before }: ListedDeliveries): IdRange {
  const { first: after, end } = idsBetween(fromMs, toMs)
  return { hookId, outcome, text, after, end: before !== undefined && before < end ? before : end }
}

type Ids = { ids: string[]; next: string }

async function idsOf(db: Db, range: IdRange, { limit }: ListedDeliveries): Promise<Ids> {
  if (range.text) return idsWithText(db, range, limit)
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM deliveries d WHERE ${inRange(range)} ORDER BY d.id DESC LIMIT ${limit + 1}`
  return cut(
    rows.map(({ id }) => id),
    limit,
  )
}

function cut(found: string[], limit: number, continueAt = ''): Ids {
  const ids = found.slice(0, limit)
  return { ids, next: found.length > limit ? (ids.at(-1) ?? '') : continueAt }
}

async function idsWithText(db: Db, range: IdRange, limit: number): Promise<Ids> {
  const looked = await db.$queryRaw<{ id: string; matches: boolean }[]>`
    SELECT d.id, ${hasText(range.text)} AS matches FROM ${bounded(inRange(range), true, pageBounds)} ORDER BY d.id DESC`
  const last = looked.at(-1)?.id
  const older =
    last === undefined
      ? []
      : await db.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries d WHERE ${inRange({ ...range, end: last })} ORDER BY d.id DESC LIMIT 1`
  const found = looked.flatMap(({ id, matches }) => (matches ? [id] : []))
  return cut(found, limit, older.length > 0 ? last : '')
}
