import { Prisma } from '../generated/client.js'

/** Deliveries counted per hook: the newest of the last day. */
export const maxCountedPerHook = 10_000

/** What counts as failing: `share` of the deliveries since `since`, the beginning of an ID, were rejected. */
export type FailingRule = { since: string; share: number }

/** Counts a hook's latest deliveries by outcome. `hook` is the column of its ID. */
export function countedLastDay(hook: Prisma.Sql, { since, share }: FailingRule): Prisma.Sql {
  return Prisma.sql`
    SELECT count(*) FILTER (WHERE outcome IN ('posted', 'replied', 'updated', 'collapsed')) AS posted,
      count(*) FILTER (WHERE outcome = 'rejected') AS rejected,
      count(*) AS delivered,
      count(*) FILTER (WHERE outcome = 'rejected') >= greatest(1, ${share}::float8 * count(*)) AS "isFailing"
    FROM (
      SELECT outcome FROM deliveries WHERE hook_id = ${hook} AND id >= ${since}
      ORDER BY id DESC LIMIT ${maxCountedPerHook}
    ) newest`
}

/**
 * Whether a hook is failing. Hooks without a rejected delivery, which are almost all, cost one look into the index of
 * rejected ones: Postgres evaluates the branches of CASE in order.
 */
export function isFailing(hook: Prisma.Sql, rule: FailingRule): Prisma.Sql {
  return Prisma.sql`CASE WHEN EXISTS (
      SELECT FROM deliveries WHERE hook_id = ${hook} AND id >= ${rule.since} AND outcome = 'rejected'
    ) THEN (SELECT "isFailing" FROM (${countedLastDay(hook, rule)}) day) ELSE false END`
}
