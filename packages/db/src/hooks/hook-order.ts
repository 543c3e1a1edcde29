import { Prisma } from '../generated/client.js'

/** How found hooks are sorted: by default, newest first. Numbers go down, titles go up. */
export type HookSort = '' | 'title' | 'last_used' | 'posted' | 'failure_rate'

/** The place of a hook in its order: the value that it is sorted by, if any, and its ID. */
export type HookPlace = { key: string; id: string }

type Order = {
  /** The value to sort by. */
  key: Prisma.Sql
  type: Prisma.Sql
  goesUp?: true
  /** Whether the last day of every matching hook must be counted. */
  isCounted?: true
}

const number = Prisma.sql`float8`

/** Keys are columns of found hooks, and of `countedLastDay` if they are counted. */
export const hookOrders: Record<HookSort, Order> = {
  '': { key: Prisma.sql`0`, type: number }, // IDs sort by time
  title: { key: Prisma.sql`lower("displayName")`, type: Prisma.sql`text`, goesUp: true },
  last_used: { key: Prisma.sql`"lastUsedAt"`, type: number },
  posted: { key: Prisma.sql`posted`, type: number, isCounted: true },
  failure_rate: { key: Prisma.sql`"rejectedShare"`, type: number, isCounted: true },
}

/** The direction, for ORDER BY. Hooks with the same key follow by their IDs. */
export function inHookOrder({ goesUp }: Order): Prisma.Sql {
  return goesUp ? Prisma.sql`"sortKey", id` : Prisma.sql`"sortKey" DESC, id DESC`
}

/** Only hooks behind this place. */
export function behind({ type, goesUp }: Order, place: HookPlace | undefined): Prisma.Sql {
  if (!place) return Prisma.sql`true`
  const at = Prisma.sql`(${place.key}::text::${type}, ${place.id})`
  return goesUp ? Prisma.sql`("sortKey", id) > ${at}` : Prisma.sql`("sortKey", id) < ${at}`
}
