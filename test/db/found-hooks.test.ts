import { base32 } from '@posthorn/core'
import { type Db, type HookSearch, idsBetween, searchHooks } from '@posthorn/db'
import { expect, test } from 'vitest'
import { startApi } from '../api/start-api.js'

const hourMs = 3_600_000

/** Creates 1,000 hooks with 100 deliveries each: five an hour in the last 20 hours, of which one was rejected. */
async function fill(db: Db, teamId: string, userId: string): Promise<void> {
  const now = Date.now()
  const starts = Array.from({ length: 20 }, (_, hour) => base32(now - (hour + 0.5) * hourMs, 10))
  await db.$executeRaw`
    INSERT INTO hooks (id, create_at, update_at, user_id, channel_id, team_id, display_name)
    SELECT 'h' || lpad(n::text, 25, '0'), 1, 1, ${userId}, '', ${teamId}, 'Hook ' || n FROM generate_series(1, 1000) n`
  await db.$executeRaw`
    INSERT INTO deliveries (id, hook_id, team_id, settled_at, outcome, request_id, payload)
    SELECT start || lpad((hook * 5 + n)::text, 14, '0') || '00', 'h' || lpad(hook::text, 25, '0'), ${teamId}, 1,
      CASE WHEN n = 1 THEN 'rejected' ELSE 'posted' END, '', repeat('x', 300)
    FROM unnest(${starts}::text[]) start, generate_series(1, 1000) hook, generate_series(1, 5) n`
  await db.$executeRaw`ANALYZE hooks, deliveries`
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] }

/** Returns the tables of deliveries that a plan reads row by row. */
function scanned(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Actual Rows': rows, Plans = [] } = plan
  const own = type === 'Seq Scan' && table.startsWith('deliveries') && rows > 0 ? [table] : []
  return [...own, ...Plans.flatMap(scanned)]
}

/** Repeats each statement about deliveries with EXPLAIN. */
function explained({ pool }: Db): Plan[] {
  const plans: Plan[] = []
  const query = pool.query.bind(pool) as (
    ...asked: unknown[]
  ) => Promise<{ rows: [Record<string, [{ Plan: Plan }]>] }>
  pool.query = (async (...asked: [{ text: string; values?: unknown[] }, unknown[]?]) => {
    const [{ text, values: given }, values = given] = asked
    if (text.includes('deliveries')) {
      const { rows } = await query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values })
      plans.push(rows[0]['QUERY PLAN']?.[0].Plan as Plan)
    }
    return query(...asked)
  }) as typeof pool.query
  return plans
}

test('no order and no filter of 1,000 hooks reads 100,000 deliveries row by row', async () => {
  const { db, teamId, callers } = await startApi()
  const { admin } = await callers('admin')
  await fill(db, teamId, admin.id)
  const plans = explained(db)
  const hours = Array.from(
    { length: 24 },
    (_, hour) => idsBetween(Date.now() - (24 - hour) * hourMs, 0).first,
  )
  const wanted: HookSearch = {
    teamId,
    viewer: { userId: admin.id, isSystemAdmin: true },
    text: '',
    sort: '',
    limit: 100,
    lastDay: { hours, end: idsBetween(0, Date.now() + hourMs).end, share: 0.1 },
  }
  for (const asked of [
    {},
    { sort: 'title' },
    { sort: 'posted' },
    { sort: 'failure_rate' },
    { condition: 'failing' },
  ]) {
    const { hooks, total } = await searchHooks(db, { ...wanted, ...(asked as Partial<HookSearch>) })
    expect(total).toBeGreaterThanOrEqual(1000)
    expect(hooks).toHaveLength(100)
  }
  expect(plans).toHaveLength(5)
  expect(plans.flatMap(scanned)).toEqual([])
})
