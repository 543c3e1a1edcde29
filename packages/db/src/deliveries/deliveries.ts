import { base32, type Outcome } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { Prisma, type Delivery as Row } from '../generated/client.js'

/** A delivery and what became of it, without its payload, which may be large. */
export type SettledDelivery = Omit<Row, 'settledAt' | 'outcome' | 'replayOf' | 'payload'> & {
  settledAt: number
  outcome: Outcome
  /** The delivery that was sent first, when this one is a replay; else empty. */
  replayOf: string
}

export type Wanted = {
  outcome?: Outcome | undefined
  /** When they were accepted, both ends included. */
  fromMs: number
  toMs: number
  /** Only what was accepted before this delivery. */
  before?: string | undefined
  limit: number
}

/** Ten characters of base 32 hold no more. */
const lastMs = 2 ** 50 - 2

/** The ids of what is accepted in these milliseconds: from `first` up to, and without, `end`. */
export function idsBetween(fromMs: number, toMs: number): { first: string; end: string } {
  return { first: base32(Math.min(fromMs, lastMs), 10), end: base32(Math.min(toMs, lastMs) + 1, 10) }
}

/** A hook's settled deliveries, newest first. */
export async function deliveriesOf(db: Db, hookId: string, wanted: Wanted): Promise<SettledDelivery[]> {
  const { first, end: endOfTime } = idsBetween(wanted.fromMs, wanted.toMs)
  const end = wanted.before !== undefined && wanted.before < endOfTime ? wanted.before : endOfTime
  // rejections are few: their index is found only by a query that has the word in it, not as a parameter
  const outcome =
    wanted.outcome === 'rejected'
      ? { id: { in: await rejectedIds(db, hookId, first, end, wanted.limit) } }
      : { id: { gte: first, lt: end }, ...(wanted.outcome && { outcome: wanted.outcome }) }
  const rows = await db.delivery.findMany({
    where: { hookId, ...outcome },
    omit: { payload: true },
    orderBy: { id: 'desc' },
    take: wanted.limit,
  })
  return rows.map(toSettled)
}

async function rejectedIds(db: Db, hookId: string, first: string, end: string, limit: number) {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM deliveries WHERE hook_id = ${hookId} AND outcome = 'rejected' AND id >= ${first} AND id < ${end}
    ORDER BY id DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
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

/** The posts that a delivery became, in order. Their ids share all but its last two characters. */
export async function postsOf(db: Db, deliveryId: string) {
  const rows = await db.post.findMany({
    where: { id: { gt: deliveryId, lte: `${deliveryId.slice(0, -2)}zz` } },
    select: { id: true, channelId: true, createAt: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, channelId, createAt }) => ({ id, channelId, createAt: ms(createAt) }))
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

/** Deliveries of a hook by their ids: after `after`, before `end`. */
export type IdRange = { hookId: string; after: string; end: string }

/** A rejected delivery that was not sent again since, nor anything else that was the same delivery at first. */
export type Rejected = { id: string; original: string; payload: string }

/** What one page holds at most; one delivery goes however large it is. */
const maxRejected = 500
const maxBytes = 8 * 1024 * 1024

const rejectedIn = ({ hookId, after, end }: IdRange) => Prisma.sql`
  FROM deliveries d WHERE hook_id = ${hookId} AND outcome = 'rejected' AND id > ${after} AND id < ${end} AND NOT EXISTS (
    SELECT FROM deliveries later WHERE later.replay_of = coalesce(d.replay_of, d.id) AND later.id > d.id)`

/** The next of a hook's rejected deliveries that nobody has replayed, oldest first; empty when there are no more. */
export async function rejectedPage(db: Db, range: IdRange): Promise<Rejected[]> {
  return db.$queryRaw<Rejected[]>`
    SELECT id, original, payload FROM (
      SELECT *, sum(octet_length(payload)) OVER (ORDER BY id) - octet_length(payload) AS bytes_before FROM (
        SELECT id, coalesce(replay_of, id) AS original, payload ${rejectedIn(range)} ORDER BY id LIMIT ${maxRejected}
      ) page
    ) page WHERE bytes_before < ${maxBytes} ORDER BY id`
}

/** How many there are of them. */
export async function countRejected(db: Db, range: IdRange): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`SELECT count(*) ${rejectedIn(range)}`
  return ms(row?.count ?? 0n)
}

function toSettled(row: Omit<Row, 'payload'>): SettledDelivery {
  return {
    ...row,
    settledAt: ms(row.settledAt),
    outcome: row.outcome as Outcome,
    replayOf: row.replayOf ?? '',
  }
}
