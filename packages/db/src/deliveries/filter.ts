import { base32, type Outcome } from '@posthorn/core'
import { Prisma } from '../generated/client.js'

/** Which deliveries of a hook are meant. */
export type DeliveryFilter = {
  outcome?: Outcome | undefined
  /** What the payload has in it, in any case; empty for all. */
  text?: string | undefined
}

/** Deliveries of a hook by their ids: after `after`, before `end`. */
export type IdRange = DeliveryFilter & { hookId: string; after: string; end: string }

/** Ten characters of base 32 hold no more. */
const lastMs = 2 ** 50 - 2

/** The ids of what is accepted in these milliseconds: from `first` up to, and without, `end`. */
export function idsBetween(fromMs: number, toMs: number): { first: string; end: string } {
  return { first: base32(Math.min(fromMs, lastMs), 10), end: base32(Math.min(toMs, lastMs) + 1, 10) }
}

/** All but the text, which costs more than an index. `d` is what the deliveries are called in the query. */
export function inRange({ hookId, outcome, after, end }: IdRange): Prisma.Sql {
  return Prisma.sql`d.hook_id = ${hookId} AND d.id > ${after} AND d.id < ${end} ${withOutcome(outcome)}`
}

/** As a word in the query: rejections are few, and their index is not found by a parameter. */
function withOutcome(outcome: Outcome | undefined): Prisma.Sql {
  if (outcome === undefined) return Prisma.empty
  return outcome === 'posted' ? Prisma.sql`AND d.outcome = 'posted'` : Prisma.sql`AND d.outcome = 'rejected'`
}

/** Whether the payload has the text in it, as it came or as JSON writes it. */
export function hasText(text: string | undefined): Prisma.Sql {
  const plain = (text ?? '').toLowerCase()
  if (plain === '') return Prisma.sql`true`
  const inJson = JSON.stringify(plain).slice(1, -1)
  return Prisma.sql`(strpos(lower(d.payload), ${plain}) > 0 OR strpos(lower(d.payload), ${inJson}) > 0)`
}

/** That nobody sent a delivery again since, nor anything else that was the same delivery at first. */
export const notReplayed = Prisma.sql`NOT EXISTS (
  SELECT FROM deliveries later WHERE later.replay_of = coalesce(d.replay_of, d.id) AND later.id > d.id)`

/** How many payloads, and how many bytes of them, one look reads in search of a text. */
export type LookBounds = { deliveries: number; bytes: number }

/**
 * Deliveries `d` of a range with their payloads, as far as the bounds allow, in this order. One delivery goes however
 * large it is.
 */
export function bounded(where: Prisma.Sql, newestFirst: boolean, bounds: LookBounds): Prisma.Sql {
  const order = newestFirst ? Prisma.sql`ORDER BY id DESC` : Prisma.sql`ORDER BY id`
  return Prisma.sql`(
    SELECT * FROM (
      SELECT *, sum(octet_length(payload)) OVER (${order}) - octet_length(payload) AS bytes_before FROM (
        SELECT d.id, coalesce(d.replay_of, d.id) AS original, d.payload, d.restricted_to FROM deliveries d WHERE ${where}
        ${order} LIMIT ${bounds.deliveries}
      ) looked
    ) looked WHERE bytes_before < ${bounds.bytes}
  ) d`
}
