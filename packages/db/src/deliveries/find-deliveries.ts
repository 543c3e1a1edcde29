import { deliveryOf, isId, timeOf } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { type SettledDelivery, toSettled } from './deliveries.js'
import { idsBetween } from './list-deliveries.js'

/** What is known of the deliveries to find. `id`: of a delivery or of one of its posts. */
export type DeliveryClue = { id: string } | { requestId: string } | { traceId: string } | AddressClue
type AddressClue = { address: string; atMs: number; withinMs: number }

/** `isWhole`: whether no other delivery can match. */
type Found = { deliveries: SettledDelivery[]; isWhole: boolean }

/** A request is read within a minute, and its delivery gets its ID after that. */
const acceptedWithinMs = 120_000
/** Deliveries that a search reads in each direction from a time, because no index has the address or our own request ID. */
const maxLooked = 10_000

type Ids = { ids: string[]; isWhole: boolean }

/** Finds settled deliveries of all hooks, newest first. */
export async function findDeliveriesBy(db: Db, clue: DeliveryClue, limit: number): Promise<Found> {
  const found = await idsFor(db, clue, limit + 1)
  const ids = found.ids.toSorted().toReversed().slice(0, limit)
  const rows = await db.delivery.findMany({
    where: { id: { in: ids } },
    omit: { payload: true },
    orderBy: { id: 'desc' },
  })
  return { deliveries: rows.map(toSettled), isWhole: found.isWhole && found.ids.length <= limit }
}

async function idsFor(db: Db, clue: DeliveryClue, limit: number): Promise<Ids> {
  if ('id' in clue) return { ids: [deliveryOf(clue.id)], isWhole: true }
  if ('traceId' in clue) return { ids: await idsWithLine(db, traceLine, clue.traceId, limit), isWhole: true }
  if ('requestId' in clue) return idsOfRequest(db, clue.requestId, limit)
  return idsFrom(db, clue, limit)
}

/** Node writes an IPv4 address as IPv6 if it listens on both. */
const written = (address: string) => [address, `::ffff:${address}`]

/** Looks from the given time in both directions. */
async function idsFrom(db: Db, { address, atMs, withinMs }: AddressClue, limit: number): Promise<Ids> {
  const isFrom = Prisma.sql`split_part(sender, E'\\n', 1) = ANY(${written(address)}::text[])`
  const { first: at } = idsBetween(atMs, atMs)
  const { first: from } = idsBetween(Math.max(0, atMs - withinMs), atMs)
  const { end } = idsBetween(atMs, atMs + withinMs)
  const older = await idsIn(db, { from, end: at, order: 'DESC' }, isFrom, limit)
  const newer = await idsIn(db, { from: at, end, order: 'ASC' }, isFrom, limit)
  return { ids: [...older.ids, ...newer.ids], isWhole: older.isWhole && newer.isWhole }
}

/** Lines of `sender` that have an index. The query repeats its expressions. */
const callerRequestLine = Prisma.raw(`split_part(sender, E'\\n', 4)`)
const traceLine = Prisma.raw(`split_part(sender, E'\\n', 5)`)

/** Without sorting, Postgres reads the index from its end. Otherwise, it may read all rows of a caller who repeats one ID. */
async function idsWithLine(db: Db, line: Prisma.Sql, text: string, limit: number): Promise<string[]> {
  const [, rows] = await db.$transaction([
    db.$executeRaw`SET LOCAL enable_sort = off`,
    db.$queryRaw<{ id: string }[]>`
      SELECT id FROM deliveries WHERE ${line} = ${text} AND ${line} <> '' ORDER BY id DESC LIMIT ${limit}::int`,
  ])
  return rows.map(({ id }) => id)
}

/** Our own request IDs have the time at which their request began, just before its delivery was accepted. */
async function idsOfRequest(db: Db, requestId: string, limit: number): Promise<Ids> {
  const ids = await idsWithLine(db, callerRequestLine, requestId, limit)
  const atMs = isId(requestId) ? timeOf(requestId) : -1
  if (atMs < 0) return { ids, isWhole: true }
  const { first: from, end } = idsBetween(atMs, atMs + acceptedWithinMs)
  const own = await idsIn(db, { from, end, order: 'ASC' }, Prisma.sql`request_id = ${requestId}`, limit)
  return { ids: [...new Set([...ids, ...own.ids])], isWhole: own.isWhole || own.ids.length > 0 }
}

/** Reads a range of IDs from one of its ends. */
async function idsIn(
  db: Db,
  { from, end, order }: { from: string; end: string; order: 'ASC' | 'DESC' },
  matches: Prisma.Sql,
  limit: number,
): Promise<Ids> {
  const by = Prisma.raw(order)
  const [row] = await db.$queryRaw<{ looked: number; ids: string[] }[]>`
    SELECT count(*)::int AS looked,
      coalesce((array_agg(id ORDER BY id ${by}) FILTER (WHERE is_match))[1:${limit}::int], '{}') AS ids
    FROM (
      SELECT id, ${matches} AS is_match FROM deliveries WHERE id >= ${from} AND id < ${end}
      ORDER BY id ${by} LIMIT ${maxLooked}::int
    ) looked`
  return { ids: row?.ids ?? [], isWhole: (row?.looked ?? 0) < maxLooked }
}
