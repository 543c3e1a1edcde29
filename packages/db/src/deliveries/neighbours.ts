import type { Outcome } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { inRange } from './filter.js'

const firstId = ''
const afterAllIds = '~'

/** A delivery and those next to it. Empty at either end. */
export type Neighbours = { newer: string; older: string }

/** Returns the deliveries of a hook just after and just before one, optionally only those with an outcome. */
export async function findNeighbours(
  db: Db,
  { hookId, id, outcome }: { hookId: string; id: string; outcome?: Outcome | undefined },
): Promise<Neighbours> {
  const [newer, older] = await Promise.all([
    next(db, Prisma.sql`${inRange({ hookId, outcome, after: id, end: afterAllIds })} ORDER BY d.id LIMIT 1`),
    next(db, Prisma.sql`${inRange({ hookId, outcome, after: firstId, end: id })} ORDER BY d.id DESC LIMIT 1`),
  ])
  return { newer, older }
}

async function next(db: Db, where: Prisma.Sql): Promise<string> {
  const [row] = await db.$queryRaw<{ id: string }[]>`SELECT d.id FROM deliveries d WHERE ${where}`
  return row?.id ?? ''
}
