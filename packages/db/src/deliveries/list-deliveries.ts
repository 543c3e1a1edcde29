import { base32, type Outcome } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { type SettledDelivery, toSettled } from './deliveries.js'

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

/** Filters a hook's deliveries. */
export type DeliveryFilter = {
  outcome?: Outcome | undefined
  /** Text that the payload contains, ignoring case. Empty matches everything. */
  text?: string | undefined
}

/** A range of a hook's deliveries by ID: after `after`, before `end`, both exclusive. */
export type IdRange = DeliveryFilter & { hookId: string; after: string; end: string }

/** Ten base-32 characters hold no more. */
const lastMs = 2 ** 50 - 2

/** Returns the ID range of deliveries accepted in these milliseconds: from `first` (inclusive) to `end` (exclusive). */
export function idsBetween(fromMs: number, toMs: number): { first: string; end: string } {
  return { first: base32(Math.min(fromMs, lastMs), 10), end: base32(Math.min(toMs, lastMs) + 1, 10) }
}

/** All conditions that an index covers, which excludes the text. `d` is the alias of the deliveries in the query. */
export function inRange({ hookId, outcome, after, end }: IdRange): Prisma.Sql {
  const ended = outcome === undefined ? Prisma.empty : withOutcome[outcome]
  return Prisma.sql`d.hook_id = ${hookId} AND d.id > ${after} AND d.id < ${end} ${ended}`
}

/** The outcomes are literals, because a parameter would not use the partial indexes of all but `posted`. */
const withOutcome: Record<Outcome, Prisma.Sql> = {
  posted: Prisma.sql`AND d.outcome = 'posted'`,
  replied: Prisma.sql`AND d.outcome = 'replied'`,
  updated: Prisma.sql`AND d.outcome = 'updated'`,
  collapsed: Prisma.sql`AND d.outcome = 'collapsed'`,
  superseded: Prisma.sql`AND d.outcome = 'superseded'`,
  skipped: Prisma.sql`AND d.outcome = 'skipped'`,
  rejected: Prisma.sql`AND d.outcome = 'rejected'`,
}

/** Whether the payload contains the text, as received or as JSON encodes it. */
export function hasText(text: string | undefined): Prisma.Sql {
  const plain = (text ?? '').toLowerCase()
  if (plain === '') return Prisma.sql`true`
  const inJson = JSON.stringify(plain).slice(1, -1)
  return Prisma.sql`(strpos(lower(d.payload), ${plain}) > 0 OR strpos(lower(d.payload), ${inJson}) > 0)`
}

/** Whether neither the delivery nor its original was replayed since, and its request was not erased. */
export const notReplayed = Prisma.sql`(d.payload <> '' OR d.change IS NOT NULL) AND NOT EXISTS (
  SELECT FROM deliveries later WHERE later.replay_of = coalesce(d.replay_of, d.id) AND later.id > d.id)`

/** Payloads, and bytes of them, that one query reads when it searches for text. */
type LookBounds = { deliveries: number; bytes: number }

/** What one page reads when it searches for text. */
const pageBounds: LookBounds = { deliveries: 2000, bytes: 16 * 1024 * 1024 }

/**
 * Returns the deliveries `d` of a range with their payloads in this order, within the bounds. The first one is included
 * whatever its size.
 */
export function bounded(where: Prisma.Sql, newestFirst: boolean, bounds: LookBounds): Prisma.Sql {
  const order = newestFirst ? Prisma.sql`ORDER BY id DESC` : Prisma.sql`ORDER BY id`
  return Prisma.sql`(
    SELECT * FROM (
      SELECT *, sum(octet_length(payload)) OVER (${order}) - octet_length(payload) AS bytes_before FROM (
        SELECT d.id, coalesce(d.replay_of, d.id) AS original, d.payload, d.restricted_to, d.change, d.target, d.format FROM deliveries d WHERE ${where}
        ${order} LIMIT ${bounds.deliveries}
      ) looked
    ) looked WHERE bytes_before < ${bounds.bytes}
  ) d`
}

/** Deliveries that a count examines when it searches for text. */
const countBounds = { deliveries: 9000, bytes: 64 * 1024 * 1024 }

export type CountedDeliveries = { count: number; isWhole: boolean }

/** Counts a hook's deliveries, up to `most`. Optionally, counts only those not replayed yet. */
export async function countDeliveries(
  db: Db,
  range: IdRange,
  { most, replayable }: { most: number; replayable: boolean },
): Promise<CountedDeliveries> {
  const where = replayable ? Prisma.sql`${inRange(range)} AND ${notReplayed}` : inRange(range)
  if (range.text) return countText(db, where, range.text, most)
  // without an order, the planner may read the days from their beginning until it finds deliveries of this hook
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT FROM deliveries d WHERE ${where} ORDER BY d.id DESC LIMIT ${most + 1}) counted`
  return atMost(most, row?.count ?? 0)
}

async function countText(db: Db, where: Prisma.Sql, text: string, most: number): Promise<CountedDeliveries> {
  const [row] = await db.$queryRaw<{ found: number; looked: number; there: number }[]>`
    SELECT count(*) FILTER (WHERE ${hasText(text)})::int AS found, count(*)::int AS looked,
      (SELECT count(*)::int FROM (SELECT FROM deliveries d WHERE ${where} ORDER BY id DESC LIMIT ${countBounds.deliveries + 1}) there) AS there
    FROM ${bounded(where, true, countBounds)}`
  const { found = 0, looked = 0, there = 0 } = row ?? {}
  const { count, isWhole } = atMost(most, found)
  return { count, isWhole: isWhole && looked === there }
}

function atMost(most: number, count: number): CountedDeliveries {
  return { count: Math.min(count, most), isWhole: count <= most }
}

/** A delivery and those next to it. Empty at either end. */
export type Neighbours = { newer: string; older: string }

/** A delivery, and the filter that limits its neighbours. `first` and `end` are from `idsBetween`. */
type NeighboursOf = DeliveryFilter & { hookId: string; id: string; first: string; end: string }

/**
 * Returns the deliveries of a hook just after and just before one, among those that match. A text search examines as many
 * deliveries in each direction as one page of the list.
 */
export async function findNeighbours(
  db: Db,
  { id, first, end, ...filter }: NeighboursOf,
): Promise<Neighbours> {
  const [newer, older] = await Promise.all([
    next(db, { ...filter, after: id > first ? id : first, end }, false),
    next(db, { ...filter, after: first, end: id < end ? id : end }, true),
  ])
  return { newer, older }
}

async function next(db: Db, range: IdRange, newestFirst: boolean): Promise<string> {
  const from = range.text
    ? Prisma.sql`${bounded(inRange(range), newestFirst, pageBounds)} WHERE ${hasText(range.text)}`
    : Prisma.sql`deliveries d WHERE ${inRange(range)}`
  const order = newestFirst ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const [row] = await db.$queryRaw<{ id: string }[]>`SELECT d.id FROM ${from} ORDER BY d.id ${order} LIMIT 1`
  return row?.id ?? ''
}
