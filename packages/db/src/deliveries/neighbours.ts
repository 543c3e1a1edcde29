import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { bounded, type DeliveryFilter, hasText, type IdRange, inRange, pageBounds } from './filter.js'

/** A delivery and those next to it. Empty at either end. */
export type Neighbours = { newer: string; older: string }

/** A delivery, and the filter that limits its neighbours. `first` and `end` are from `idsBetween`. */
export type NeighboursOf = DeliveryFilter & { hookId: string; id: string; first: string; end: string }

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
