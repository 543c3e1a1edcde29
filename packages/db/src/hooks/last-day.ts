import { Prisma } from '../generated/client.js'

/** Deliveries counted per hook: the newest of the last day. */
export const maxCountedPerHook = 10_000

/**
 * The last day, and what counts as failing: `share` of its deliveries were rejected. `hours` are the beginnings of IDs in which
 * its hours start, oldest first. `end` is behind all IDs, so that Postgres leaves out the partitions of days to come.
 */
export type LastDay = { hours: string[]; end: string; share: number }

/**
 * Counts a hook's newest deliveries of the last day. `hook` is the column of its ID. The newest ones, the rejected ones and those
 * without a post are each read from an index alone, because reading 10,000 rows takes tens of milliseconds per hook.
 */
export function countedLastDay(hook: Prisma.Sql, { hours: [since = ''], end, share }: LastDay): Prisma.Sql {
  return Prisma.sql`
    SELECT delivered - rejected - without_post AS posted, rejected, delivered, oldest,
      rejected >= greatest(1, ${share}::float8 * delivered) AS "isFailing",
      CASE WHEN delivered = 0 THEN 0 ELSE rejected::float8 / delivered END AS "rejectedShare"
    FROM (
      SELECT count(*)::int AS delivered, min(id) AS oldest FROM (
        SELECT id FROM deliveries WHERE hook_id = ${hook} AND id >= ${since} AND id < ${end}
        ORDER BY id DESC LIMIT ${maxCountedPerHook}
      ) newest
    ) newest
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS rejected FROM deliveries
      WHERE hook_id = ${hook} AND id >= oldest AND id >= ${since} AND id < ${end} AND outcome = 'rejected'
    ) rejected
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS without_post FROM deliveries
      WHERE hook_id = ${hook} AND id >= oldest AND id >= ${since} AND id < ${end} AND outcome IN ('superseded', 'skipped')
    ) others`
}

/**
 * Whether a hook is failing. Hooks without a rejected delivery, which are almost all, cost one look into the index of
 * rejected ones: Postgres evaluates the branches of CASE in order.
 */
export function isFailing(hook: Prisma.Sql, rule: LastDay): Prisma.Sql {
  return Prisma.sql`CASE WHEN EXISTS (
      SELECT FROM deliveries WHERE hook_id = ${hook} AND id >= ${rule.hours[0] ?? ''} AND id < ${rule.end} AND outcome = 'rejected'
    ) THEN (SELECT "isFailing" FROM (${countedLastDay(hook, rule)}) day) ELSE false END`
}

/**
 * Counts the same deliveries by the hour of the last day, as JSON: `{"1": 20, "24": 3}`. Hours without any are left out. `hook`
 * is a table with the columns `id` and `oldest`.
 */
export function countedByHour(
  hook: Prisma.Sql,
  { hours, end }: LastDay,
  only: 'all' | 'rejected',
): Prisma.Sql {
  const isWanted = only === 'rejected' ? Prisma.sql`AND outcome = 'rejected'` : Prisma.empty
  return Prisma.sql`
    SELECT coalesce(json_object_agg(hour, number), '{}') FROM (
      SELECT width_bucket(d.id, ${hours}::text[]) AS hour, count(*) AS number FROM deliveries d
      WHERE hook_id = ${hook}.id AND d.id >= ${hook}.oldest AND d.id >= ${hours[0] ?? ''} AND d.id < ${end} ${isWanted} GROUP BY 1
    ) hours`
}
