import type { Db } from '../connection/open.js'

/** Deliveries that figures of one hook count: the newest. */
const maxCountedInFigures = 50_000

/** Consecutive periods: the beginnings of the IDs in which they start, oldest first. `end` is behind all IDs. */
type Periods = { hookId: string; starts: string[]; end: string }

/** What was delivered in a period, of which `rejected` and `withoutPost` became no post. */
export type CountedPeriod = { delivered: number; rejected: number; withoutPost: number }

/**
 * Counts a hook's newest deliveries by period. They are read from indexes alone, as in `countedLastDay`.
 * @returns `oldest`: the first delivery that was counted, if there are older ones in these periods. Otherwise empty
 */
export async function countPeriods(
  db: Db,
  periods: Periods,
): Promise<{ periods: CountedPeriod[]; oldest: string }> {
  const { hookId, starts, end } = periods
  const [first = ''] = starts
  const delivered = await db.$queryRaw<{ period: number; number: number; oldest: string }[]>`
    SELECT width_bucket(id, ${starts}::text[]) AS period, count(*)::int AS number, min(id) AS oldest FROM (
      SELECT id FROM deliveries WHERE hook_id = ${hookId} AND id >= ${first} AND id < ${end}
      ORDER BY id DESC LIMIT ${maxCountedInFigures}
    ) newest GROUP BY 1`
  const oldest = delivered.map(({ oldest }) => oldest).toSorted()[0]
  const counted = starts.map((): CountedPeriod => ({ delivered: 0, rejected: 0, withoutPost: 0 }))
  const add = (kind: keyof CountedPeriod, rows: { period: number; number: number }[]) => {
    for (const { period, number } of rows) {
      const one = counted[period - 1]
      if (one) one[kind] = number
    }
  }
  add('delivered', delivered)
  if (oldest === undefined) return { periods: counted, oldest: '' }
  const [rejected, withoutPost] = await countedSince(db, { ...periods, starts, oldest })
  add('rejected', rejected)
  add('withoutPost', withoutPost)
  const total = delivered.reduce((sum, { number }) => sum + number, 0)
  return { periods: counted, oldest: total < maxCountedInFigures ? '' : oldest }
}

type InPeriod = { period: number; number: number }[]

/** The outcomes are literals, because a parameter would not use the partial indexes. */
function countedSince(db: Db, { hookId, starts, end, oldest }: Periods & { oldest: string }) {
  return Promise.all([
    db.$queryRaw<InPeriod>`
      SELECT width_bucket(id, ${starts}::text[]) AS period, count(*)::int AS number FROM deliveries
      WHERE hook_id = ${hookId} AND id >= ${oldest} AND id < ${end} AND outcome = 'rejected' GROUP BY 1`,
    db.$queryRaw<InPeriod>`
      SELECT width_bucket(id, ${starts}::text[]) AS period, count(*)::int AS number FROM deliveries
      WHERE hook_id = ${hookId} AND id >= ${oldest} AND id < ${end} AND outcome IN ('superseded', 'skipped') GROUP BY 1`,
  ])
}
