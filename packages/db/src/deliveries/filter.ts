import { base32, type Outcome } from '@posthorn/core'
import { Prisma } from '../generated/client.js'

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
export type LookBounds = { deliveries: number; bytes: number }

/** What one page reads when it searches for text. */
export const pageBounds: LookBounds = { deliveries: 2000, bytes: 16 * 1024 * 1024 }

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
